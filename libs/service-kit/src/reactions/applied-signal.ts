/**
 * How far this process has applied other services' logs, and the requests that wait for it. Only a
 * number that is not known here has to be looked up in the cursors.
 */
import { LRUCache } from 'lru-cache';

export interface AppliedSignal {
  /** This process has applied the company's events up to this number. */
  emit(producer: string, companyId: string, seq: number): void;
  /** The highest number that this process is known to have applied; undefined if there is none. */
  reached(producer: string, companyId: string): number | undefined;
  /** Resolves when this process applies events of the company, and after `ms` at the latest. */
  next(producer: string, companyId: string, ms: number): Promise<void>;
  isAwaited(producer: string, companyId: string): boolean;
}

/** Logs whose number is remembered. */
const REMEMBERED_MAX = 10_000;

const keyOf = (producer: string, companyId: string): string => `${producer} ${companyId}`;

export function openAppliedSignal(): AppliedSignal {
  const waiting = new Map<string, Set<() => void>>();
  const reached = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  return {
    emit(producer, companyId, seq) {
      const key = keyOf(producer, companyId);
      reached.set(key, Math.max(seq, reached.get(key) ?? 0));
      for (const wake of waiting.get(key) ?? []) wake();
    },
    reached: (producer, companyId) => reached.get(keyOf(producer, companyId)),
    isAwaited: (producer, companyId) => waiting.has(keyOf(producer, companyId)),
    next(producer, companyId, ms) {
      const key = keyOf(producer, companyId);
      return new Promise((resolve) => {
        const wakes = waiting.get(key) ?? new Set();
        waiting.set(key, wakes);
        const wake = () => {
          clearTimeout(timer);
          wakes.delete(wake);
          if (wakes.size === 0) waiting.delete(key);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        wakes.add(wake);
      });
    },
  };
}
