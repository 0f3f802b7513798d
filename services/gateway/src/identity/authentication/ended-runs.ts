/**
 * The ends of runs, as every replica hears them when they are published: its copy of the runs and its
 * cache of callers follow up to a second later. What is published while the connection is down is not
 * heard, and then that second applies.
 */
import { listen, readLogMessage, type Runtime } from '@muster/service-kit';
import { LRUCache } from 'lru-cache';

/** Bounds the memory; the copy has a run long before as many others have ended. */
const ENDED_MAX = 10_000;

export interface EndedRuns {
  has(runId: string): boolean;
  close(): void;
}

export function openEndedRuns({
  nats,
  subjects,
  log,
}: Pick<Runtime, 'nats' | 'subjects' | 'log'>): EndedRuns {
  const ended = new LRUCache<string, true>({ max: ENDED_MAX });
  const subscription = listen({ nats, log }, subjects.log('scheduler', '*'), (message) => {
    const events = readLogMessage(subjects, message).logs.flatMap((each) => each.events ?? []);
    for (const { type, entityId } of events) if (type === 'run.finished') ended.set(entityId, true);
  });
  return { has: (runId) => ended.has(runId), close: () => subscription.unsubscribe() };
}
