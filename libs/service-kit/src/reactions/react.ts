/**
 * Reacting to other services' events: messages for speed, the producer's log for completeness. One
 * replica receives the messages of a partition; every replica sweeps the logs.
 */
import { Refusal } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { CatchUpNow } from '../event-log/missed.ts';
import { onReconnect } from '../nats/nats.ts';
import type { Subjects } from '../nats/subjects.ts';
import { applyBatch, type BatchOptions } from './apply-batch.ts';
import { applyEvents } from './apply.ts';
import type { CatchUpOptions } from './catch-up-pages.ts';
import { openCatchUp, type CatchUp } from './catch-up.ts';
import { openLaggingReactions } from './lagging-reactions.ts';
import { reactionsByProducer } from './reaction.ts';
import { openPartitionLocks, type PartitionLocksOptions } from './partition-locks.ts';
import { openReceiveLogs } from './receive-logs.ts';
import { openReceivedEvents, type ReceivedEvents } from './received-events.ts';
import { openSweep } from './sweep.ts';

export interface ReactOptions
  extends
    Omit<CatchUpOptions, 'catchUpNow' | 'own'>,
    Pick<BatchOptions, 'asyncCommitDb'>,
    Pick<PartitionLocksOptions, 'sessionConfig' | 'schema'> {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  /** Whether a request waits for the company's events. */
  readonly isAwaited: (producer: string, companyId: string) => boolean;
  readonly sweepMs: number;
}

export interface Reactor {
  /** From here on events are consumed. */
  start(): void;
  /** Compares every producer's log with the cursors now, and catches up, lagging reactions as well. */
  sweep(): Promise<void>;
  /** Reads a company's missing events from the producer's log, in the background. */
  catchUp(producer: string, companyId: string): void;
  readonly catchUpNow: CatchUpNow;
  /** A request waits for the company's events: what has come of them is applied soon. */
  hurry(producer: string, companyId: string): void;
  drain(): Promise<void>;
}

export function openReactor(given: ReactOptions): Reactor {
  // The catch-up applies events with these options, whose effects may ask for another one.
  const catchUpNow: CatchUpNow = (...of) => catchUpOrRefuse(given, catchUp, ...of);
  const options = { ...given, own: reactionsByProducer(given.reactions), catchUpNow };
  const catchUp = openCatchUp(options);
  const received = receivedEventsOf(options, catchUp);
  const logs = openReceiveLogs({ ...options, received, onMissed: catchUp.note });
  const sweep = openSweep({ ...options, catchUp });
  const lagging = openLaggingReactions(options);
  // Calls during one sweep share the next.
  const sweepSoon = (): void => {
    sweep
      .run()
      .catch((error: unknown) => options.log.warn({ err: error }, 'sweep of the logs failed'));
  };
  const locks = openPartitionLocks({
    ...options,
    ...logs,
    taken(partition) {
      logs.taken(partition);
      // What was sent before the subscription is in the logs.
      sweepSoon();
    },
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      timer = setInterval(sweepSoon, options.sweepMs);
      lagging.start();
      locks.start();
      onReconnect(options.nats, sweepSoon);
    },
    async sweep() {
      await sweep.run({ full: true });
      await lagging.look();
    },
    catchUp: (producer, companyId) => void catchUp.company(producer, companyId),
    catchUpNow,
    hurry: received.hurry,
    async drain() {
      clearInterval(timer);
      // First, so that a partition is given up although Postgres does not answer.
      const applied = received.drain();
      await locks.drain();
      await applied;
      await catchUp.drain();
      await lagging.drain();
    },
  };
}

async function catchUpOrRefuse(
  { metrics }: Pick<ReactOptions, 'metrics'>,
  catchUp: CatchUp,
  ...[producer, companyId]: Parameters<CatchUpNow>
): Promise<void> {
  metrics.copyMisses.inc({ producer });
  const outcome = await catchUp.afresh(producer, companyId);
  // A company of which an earlier event has failed is not up to date, whatever its producer has.
  if (outcome !== 'applied') throw new Refusal('unavailable', { service: producer });
}

/** Half of the connections stay free for requests, however many events wait to be applied. */
const receivedEventsOf = (
  options: BatchOptions & Pick<ReactOptions, 'isAwaited'>,
  catchUp: CatchUp,
): ReceivedEvents =>
  openReceivedEvents({
    isAwaited: options.isAwaited,
    turns: Math.max(1, Math.floor(options.config.DB_POOL_MAX / 2) - 1),
    applyBatch: (logs) => applyBatch(options, logs),
    applyAlone: (deliveries) => applyEvents(options, deliveries),
    isCatchingUp: catchUp.isRunning,
    onMissed: catchUp.note,
    onGap: (producer) => options.metrics.eventGaps.inc({ producer }),
    onFailed: catchUp.afterFailure,
  });
