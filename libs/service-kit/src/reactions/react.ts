/** Reacting to other services' events: partition consumers for speed, catch-up for completeness. */
import { Refusal } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Subjects } from '../nats/subjects.ts';
import type { Db } from '../postgres/sql.ts';
import { applyEvents } from './apply.ts';
import { openCatchUp, type CatchUp, type CatchUpOptions } from './catch-up.ts';
import type { CatchUpNow } from '../event-log/missed.ts';
import { startPartitionConsumers, type PartitionConsumers } from './partition-consumers.ts';
import { openUnhandledEvents } from './unhandled-events.ts';

/** Interval at which failed events that are due are retried. */
const RETRY_SWEEP_MS = 2_000;

/** Partitions open one after the other; one sweep serves all that open within this time. */
const OPENED_SETTLE_MS = 50;

export interface ReactOptions extends Omit<CatchUpOptions, 'unhandled' | 'catchUpNow'> {
  /** Commits asynchronously; for cursor moves past events that this service does not handle. */
  readonly asyncCommitDb: Db;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly replica: string;
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
  /** Writes a company's cursor past events that this service does not handle. */
  flush(producer: string, companyId: string): Promise<void>;
  drain(): Promise<void>;
}

export function openReactor(given: ReactOptions): Reactor {
  const { log } = given;
  const inBackground = (work: () => Promise<void>, failure: string) => () => {
    work().catch((error: unknown) => log.warn({ err: error }, failure));
  };
  const catchUpLater = (producer: string, companyId: string): void => {
    inBackground(async () => {
      await catchUp.company(producer, companyId);
    }, 'catch-up failed')();
  };
  const unhandled = openUnhandledEvents({
    db: given.asyncCommitDb,
    onGap: catchUpLater,
    onMoved: ({ producer, companyId }) => given.applied(producer, companyId),
    onFailed: (error) => log.warn({ err: error }, 'moving cursors failed'),
  });
  // The catch-up applies events with these options, whose effects may ask for another one.
  const catchUpNow: CatchUpNow = (...of) => catchUpOrRefuse(given, catchUp, ...of);
  const options = { ...given, unhandled, catchUpNow };
  const catchUp = openCatchUp(options);
  const sweep = inBackground(catchUp.sweep, 'sweep of the logs failed');
  const retryDue = inBackground(catchUp.retryDue, 'retry of failed events failed');
  let timers: NodeJS.Timeout[] = [];
  let sweepOnOpen: NodeJS.Timeout | undefined;
  let consumers: PartitionConsumers | undefined;
  return {
    start() {
      timers = [setInterval(sweep, options.sweepMs), setInterval(retryDue, RETRY_SWEEP_MS)];
      consumers = startPartitionConsumers({
        ...options,
        consumer: options.contract.name,
        apply: (deliveries) => applyEvents(options, deliveries),
        catchUp: catchUp.company,
        opened: () => {
          clearTimeout(sweepOnOpen);
          sweepOnOpen = setTimeout(sweep, OPENED_SETTLE_MS);
        },
      });
    },
    sweep: catchUp.sweep,
    catchUp: catchUpLater,
    catchUpNow,
    flush: unhandled.flush,
    async drain() {
      for (const timer of timers) clearInterval(timer);
      clearTimeout(sweepOnOpen);
      await consumers?.drain();
      await unhandled.drain();
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
  // A company whose earlier event has failed is not up to date, whatever its producer has.
  if (outcome !== 'applied') throw new Refusal('unavailable', { service: producer });
}
