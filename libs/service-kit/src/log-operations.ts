/** The operations that every service serves from its event log and its cursors. */
import type { Contract, logOperations } from '@muster/contracts';
import type { z } from 'zod';
import { activityOf, listActivity } from './activity.ts';
import {
  headBecause, headOf, lastEventOf, listEvents, listHeads, readCursor,
} from './event-store.ts';
import type { Reactor } from './react.ts';
import type { AnyHandler } from './serve.ts';
import type { Db } from './sql.ts';

export type LogInput<N extends keyof typeof logOperations> = z.output<
  (typeof logOperations)[N]['input']
>;

/** How often the cursor is read while somebody waits for it; another replica may be moving it. */
const POLL_MS = 25;

/**
 * A position that is not applied by now was probably lost on its way, or sits with a stalled
 * replica.
 */
const CATCH_UP_AFTER_MS = 300;

/** Wakes those who wait in this process as soon as a cursor moves. */
export interface AppliedSignal {
  emit(producer: string, companyId: string): void;
  next(producer: string, companyId: string, ms: number): Promise<void>;
}

export function appliedSignal(): AppliedSignal {
  const waiting = new Map<string, Set<() => void>>();
  return {
    emit(producer, companyId) {
      for (const wake of waiting.get(`${producer} ${companyId}`) ?? []) wake();
    },
    next(producer, companyId, ms) {
      const key = `${producer} ${companyId}`;
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

export function logHandlers(
  contract: Contract,
  signal: AppliedSignal,
  reactor: () => Pick<Reactor, 'catchUp' | 'flush'>,
): Record<keyof typeof logOperations, AnyHandler> {
  return {
    readLog: async ({ companyId, after, limit }: LogInput<'readLog'>, { db }) =>
      (await listEvents(db, { companyId, after, limit })).map((event) => ({
        ...event, producer: contract.name,
      })),
    readHeads: ({ afterCompanyId }: LogInput<'readHeads'>, { db }) =>
      listHeads(db, afterCompanyId),
    readHead: ({ companyId }: LogInput<'readHead'>, { db }) => lastEventOf(db, companyId),
    awaitApplied: (input: LogInput<'awaitApplied'>, { db }) =>
      awaitApplied(db, signal, reactor(), input),
    listActivity: async (input: LogInput<'listActivity'>, context) =>
      (await listActivity(contract, context, input))
        .map((event) => activityOf(contract.name, event)),
  };
}

async function awaitApplied(
  db: Db,
  signal: AppliedSignal,
  { catchUp, flush }: Pick<Reactor, 'catchUp' | 'flush'>,
  { producer, companyId, seq, waitMs, because, wantsHead }: LogInput<'awaitApplied'>,
): Promise<{ applied: boolean; head: number }> {
  const findHead = async (): Promise<number> => {
    if (!wantsHead) return 0;
    return because ? headBecause(db, companyId, because) : headOf(db, companyId);
  };
  const until = Date.now() + waitMs;
  let catchUpAt = Date.now() + CATCH_UP_AFTER_MS;
  for (;;) {
    // Listening begins before the look: what moves while it is under way is not slept through.
    const moved = signal.next(producer, companyId, POLL_MS);
    await flush(producer, companyId);
    const { lastSeq } = await readCursor(db, producer, companyId);
    const applied = lastSeq >= seq;
    if (applied || Date.now() >= until) return { applied, head: await findHead() };
    if (Date.now() >= catchUpAt) {
      catchUp(producer, companyId);
      catchUpAt = until;
    }
    await moved;
  }
}
