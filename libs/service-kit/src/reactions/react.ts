/** Reacting to other services' events: partition consumers for speed, catch-up for completeness. */
import { Refusal } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Subjects } from '../nats/subjects.ts';
import type { Db } from '../postgres/sql.ts';
import { applyEvents, type ApplyOptions } from './apply.ts';
import { openBackfilling } from './backfill/worker.ts';
import { openSubscriptions, type Subscriptions } from './backfill/subscriptions.ts';
import { inOrder } from './early-events.ts';
import { openCatchUp, type CatchUp } from './catch-up.ts';
import type { CatchUpOptions } from './catch-up-pages.ts';
import type { CatchUpNow } from '../event-log/missed.ts';
import {
  startPartitionConsumers,
  type PartitionConsumers,
} from './partitions/partition-consumers.ts';
import { openPartitionProgress } from './partitions/partition-progress.ts';
import { openReceivedEvents, type ReceivedEvents } from './received-events.ts';
import { openSweep } from './sweep.ts';
import { openUnhandledEvents, type UnhandledEvents } from './unhandled-events.ts';

/** Interval at which failed events that are due are retried, while there are any. */
const RETRY_SWEEP_MS = 2_000;

/** Partitions open one after the other; one sweep serves all that open within this time. */
const OPENED_SETTLE_MS = 50;

const SWEEP_FAILED = 'sweep of the logs failed';

export interface ReactOptions extends Omit<
  CatchUpOptions,
  'unhandled' | 'catchUpNow' | 'subscriptions' | 'failed' | 'backfilled'
> {
  /** Commits asynchronously; for cursor moves past events that this service does not handle. */
  readonly asyncCommitDb: Db;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly replica: string;
  /** Whether a request waits for the company's events. */
  readonly isAwaited: (producer: string, companyId: string) => boolean;
  readonly sweepMs: number;
}

export interface Reactor {
  /** From here on events are consumed. */
  start(): void;
  /** Compares every producer's log with the cursors now, and catches up. */
  sweep(): Promise<void>;
  /** Reads a company's missing events from the producer's log, in the background. */
  catchUp(producer: string, companyId: string): void;
  readonly catchUpNow: CatchUpNow;
  /** Applies what waits for its pace, and writes a company's cursor past unhandled events. */
  flush(producer: string, companyId: string): Promise<void>;
  drain(): Promise<void>;
}

export function openReactor(given: ReactOptions): Reactor {
  const inBackground = (work: () => Promise<void>, failure: string) => () => {
    work().catch((error: unknown) => given.log.warn({ err: error }, failure));
  };
  const backfilled = () => backfilling.lookSoon();
  const subscriptions = openSubscriptions({ ...given, backfilled });
  const unhandled = unhandledEventsOf(given, subscriptions, (...of) => catchUp.note(...of));
  // The catch-up applies events with these options, whose effects may ask for another one.
  const catchUpNow: CatchUpNow = (...of) => catchUpOrRefuse(given, catchUp, ...of);
  const failed = () => catchUp.expectRetries();
  const options = { ...given, unhandled, subscriptions, catchUpNow, failed, backfilled };
  const catchUp = openCatchUp(options);
  const received = inOrder(receivedEventsOf(options, catchUp));
  const progress = openPartitionProgress({ ...given, received, consumer: given.contract.name });
  const sweep = openSweep({ ...options, progress, catchUp });
  const backfilling = openBackfilling(options);
  const sweepGrown = inBackground(() => allOf(sweep.run(), backfilling.sweep()), SWEEP_FAILED);
  const sweepAll = () => allOf(sweep.run({ full: true }), backfilling.sweep());
  const retryDue = inBackground(catchUp.retryDue, 'retry of failed events failed');
  let timers: NodeJS.Timeout[] = [];
  let sweepOnOpen: NodeJS.Timeout | undefined;
  let consumers: PartitionConsumers | undefined;
  return {
    start() {
      timers = [setInterval(sweepGrown, options.sweepMs), setInterval(retryDue, RETRY_SWEEP_MS)];
      backfilling.start();
      consumers = startPartitionConsumers({
        ...options,
        consumer: options.contract.name,
        received,
        applied: appliedOf(received, unhandled),
        opened: () => {
          clearTimeout(sweepOnOpen);
          sweepOnOpen = setTimeout(inBackground(sweepAll, SWEEP_FAILED), OPENED_SETTLE_MS);
        },
      });
    },
    sweep: sweepAll,
    catchUp: (producer, companyId) => void catchUp.company(producer, companyId),
    catchUpNow,
    flush: flushOf(received, unhandled),
    async drain() {
      for (const timer of timers) clearInterval(timer);
      clearTimeout(sweepOnOpen);
      await consumers?.drain();
      await catchUp.drain();
      await backfilling.drain();
      await unhandled.drain();
    },
  };
}

/** What was received of a partition is applied, and the positions of its companies are written. */
const appliedOf =
  (received: ReceivedEvents, unhandled: UnhandledEvents) =>
  async (partition: number): Promise<void> => {
    await received.applied(partition);
    await unhandled.flush();
  };

const flushOf =
  (received: ReceivedEvents, unhandled: UnhandledEvents): Reactor['flush'] =>
  (producer, companyId) => {
    received.hurry(producer, companyId);
    return unhandled.flush(producer, companyId);
  };

async function allOf(...work: readonly Promise<void>[]): Promise<void> {
  await Promise.all(work);
}

async function catchUpOrRefuse(
  { metrics }: Pick<ReactOptions, 'metrics'>,
  catchUp: CatchUp,
  ...[producer, companyId]: Parameters<CatchUpNow>
): Promise<void> {
  metrics.copyMisses.inc({ producer });
  const outcome = await catchUp.afresh(producer, companyId);
  // A company whose earlier event has failed is not up to date, whatever its producer has.
  if (outcome !== 'applied') throw new Refusal('unavailable', { service: producer });
}

const unhandledEventsOf = (
  { asyncCommitDb, applied, log }: ReactOptions,
  subscriptions: Subscriptions,
  onGap: (producer: string, companyId: string) => void,
): UnhandledEvents =>
  openUnhandledEvents({
    db: asyncCommitDb,
    subscriptions,
    onGap,
    onMoved: ({ producer, companyId }) => applied(producer, companyId),
    onFailed: (error) => log.warn({ err: error }, 'moving cursors failed'),
  });

/** Half of the connections stay free for requests, however many events wait to be applied. */
const receivedEventsOf = (
  options: ApplyOptions & Pick<ReactOptions, 'isAwaited'>,
  catchUp: CatchUp,
): ReceivedEvents =>
  openReceivedEvents({
    isAwaited: options.isAwaited,
    turns: Math.max(1, Math.floor(options.config.DB_POOL_MAX / 2)),
    apply: (deliveries) => applyEvents(options, deliveries),
    isCatchingUp: catchUp.isRunning,
    onMissed: catchUp.note,
    onGap: (producer) => options.metrics.eventGaps.inc({ producer }),
    onFailed: catchUp.afterFailure,
  });
