/**
 * Output of a company's runs as it is written: one subscription for all streams of this process.
 */
import { RUN_LOG, RunLogPiece } from '@muster/contracts';
import { subscribeLive, type Runtime } from '@muster/service-kit';
import type { Filterable } from './domain/feed-filter.ts';
import { once } from './once.ts';

/** A piece of run output, serialized once for all listeners. */
export interface RunLogEntry extends Filterable {
  readonly text: string;
}

export type RunLogListener = (entry: RunLogEntry) => void;

export interface RunLogs {
  /** Listens until the returned function is called. */
  listen(companyId: string, listener: RunLogListener): () => void;
  close(): void;
}

interface Subscription {
  readonly listeners: Set<RunLogListener>;
  readonly stop: () => void;
}

export function openRunLogs(runtime: Pick<Runtime, 'nats' | 'subjects' | 'log'>): RunLogs {
  const subscriptions = new Map<string, Subscription>();
  const subscriptionTo = (companyId: string): Subscription => {
    const known = subscriptions.get(companyId);
    if (known) return known;
    const listeners = new Set<RunLogListener>();
    const from = { producer: 'scheduler', companyId, name: RUN_LOG } as const;
    const stop = subscribeLive(runtime, from, (message) => {
      const entry = entryOf(message);
      if (entry) for (const listener of listeners) listener(entry);
    });
    const subscription = { listeners, stop };
    subscriptions.set(companyId, subscription);
    return subscription;
  };
  return {
    listen(companyId, listener) {
      const { listeners, stop } = subscriptionTo(companyId);
      listeners.add(listener);
      return once(() => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        subscriptions.delete(companyId);
        stop();
      });
    },
    close() {
      for (const { stop } of subscriptions.values()) stop();
      subscriptions.clear();
    },
  };
}

/** Undefined for a message of another release that has another shape. */
function entryOf(message: unknown): RunLogEntry | undefined {
  const { data } = RunLogPiece.safeParse(message);
  if (!data) return undefined;
  const { runId, agentId } = data;
  return { action: RUN_LOG, entityId: runId, agentId, text: JSON.stringify(data) };
}
