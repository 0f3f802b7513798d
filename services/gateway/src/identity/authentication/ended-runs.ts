/**
 * The ends of runs, as every replica hears them when they are published: its copy of the runs and its
 * cache of callers follow up to a second later. What is published while the connection is down is not
 * heard, and then that second applies.
 */
import { Id } from '@muster/contracts';
import { listen, type Runtime } from '@muster/service-kit';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { boundedTo } from '../../bounded-to.ts';

/** Bounds the memory; the copy has a run long before as many others have ended. */
const ENDED_MAX = 10_000;

const EndOfRun = z.object({ data: z.object({ runId: Id }) });

export interface EndedRuns {
  has(runId: string): boolean;
  close(): void;
}

export function openEndedRuns({
  nats,
  subjects,
  log,
}: Pick<Runtime, 'nats' | 'subjects' | 'log'>): EndedRuns {
  const ended = new LRUCache<string, true>(boundedTo(ENDED_MAX));
  const subject = subjects.event('scheduler', '*', 'run.finished');
  const subscription = listen({ nats, log }, subject, (message) => {
    const end = EndOfRun.safeParse(message.json()).data;
    if (end) ended.set(end.data.runId, true);
  });
  return { has: (runId) => ended.has(runId), close: () => subscription.unsubscribe() };
}
