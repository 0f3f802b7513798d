/**
 * Consuming events from the stream: one consumer per partition, which one replica pulls from, its
 * owner. Nothing is acknowledged: the cursor in Postgres records what was applied, and events that are
 * missing, late or out of order are read from the producer's log.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { PARTITION_BATCH_MAX, PULL_GROUP } from '../../nats/stream.ts';
import { PARTITIONS } from '../../nats/subjects.ts';
import type { ReceivedEvents } from '../received-events.ts';
import { receiveBatch, type BatchOptions } from './partition-batch.ts';
import {
  openPartitionOwnership,
  type PartitionOwnership,
  type PartitionOwnershipOptions,
} from './partition-ownership.ts';

/** Highest priority number that the server supports. */
const PRIORITY_MAX = 9;
const PULL_EXPIRES_MS = 30_000;
const IDLE_HEARTBEAT_MS = 15_000;
/** Pause before a failed partition consumer is opened again. */
const REOPEN_MS = 500;
/**
 * Shortest interval between two batches of a partition, so that under load the events that arrive
 * meanwhile share the next batch. It grows with the events of the last batch, because a client may
 * be waiting for a single event.
 */
const BATCH_INTERVAL_MS_PER_EVENT = 1;
const BATCH_INTERVAL_MAX_MS = 5;

export interface PartitionConsumerOptions extends BatchOptions, PartitionOwnershipOptions {
  readonly received: ReceivedEvents;
  /** Resolves when what was received of the partition is applied, and its cursors are written. */
  readonly applied: (partition: number) => Promise<void>;
  /** Called whenever a partition is open: events published before may have been missed. */
  readonly opened: () => void;
}

export interface PartitionConsumers {
  drain(): Promise<void>;
}

export function startPartitionConsumers(options: PartitionConsumerOptions): PartitionConsumers {
  const stopping = new AbortController();
  const ownership = openPartitionOwnership(options);
  const running = Array.from({ length: PARTITIONS }, (_, partition) =>
    takeWhileOwned(options, ownership, partition, stopping.signal),
  );
  return {
    async drain() {
      ownership.leave();
      stopping.abort();
      await Promise.allSettled(running);
      ownership.close();
      await options.received.drain();
    },
  };
}

/** What was received of a partition is applied before its next owner begins. */
async function takeWhileOwned(
  options: PartitionConsumerOptions,
  ownership: PartitionOwnership,
  partition: number,
  stop: AbortSignal,
): Promise<void> {
  while (!options.nats.isClosed()) {
    const given = await ownership.take(partition, stop);
    if (!given) return;
    await superviseConsumer(options, partition, AbortSignal.any([given, stop]));
    await options.applied(partition).catch((error: unknown) => {
      options.log.warn({ err: error, partition }, 'partition was given up before all was applied');
    });
    ownership.release(partition);
  }
}

/** A deleted consumer is created again by the setup command; until then sweeps read the log. */
async function superviseConsumer(
  options: PartitionConsumerOptions,
  partition: number,
  stop: AbortSignal,
): Promise<void> {
  let logged = '';
  const opened = (): void => {
    logged = '';
    options.opened();
  };
  while (!stop.aborted) {
    try {
      await consume({ ...options, opened }, partition, stop);
    } catch (error) {
      if (options.nats.isClosed()) return;
      // The same error, twice a second, is logged once.
      const message = String(error);
      if (message !== logged) {
        options.log.warn({ err: error, partition }, 'partition consumer failed');
      }
      logged = message;
    }
    if (!stop.aborted) await pause(REOPEN_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

async function consume(
  options: PartitionConsumerOptions,
  partition: number,
  stop: AbortSignal,
): Promise<void> {
  const { subjects, consumer, nats } = options;
  const durable = await jetstream(nats).consumers.get(
    subjects.stream,
    subjects.durable(consumer, partition),
  );
  const messages = await durable.consume({
    max_messages: PARTITION_BATCH_MAX,
    expires: PULL_EXPIRES_MS,
    idle_heartbeat: IDLE_HEARTBEAT_MS,
    abort_on_missing_resource: true,
    group: PULL_GROUP,
    priority: priorityOf(options.replica, partition),
  });
  const close = () => void messages.close();
  stop.addEventListener('abort', close, { once: true });
  // Stopped while the consumer was being opened: the event does not fire again.
  if (stop.aborted) close();
  options.opened();
  try {
    await receiveInBatches(options, messages);
  } finally {
    stop.removeEventListener('abort', close);
    await messages.close();
  }
}

/**
 * Counts only where several replicas pull: beside a release whose replicas all do, and where replicas
 * cannot hear each other.
 */
const priorityOf = (replica: string, partition: number): number =>
  (createHash('sha1').update(`${replica} ${partition}`).digest()[0] as number) % (PRIORITY_MAX + 1);

/**
 * Messages that arrive shortly after a batch make the next one. Where too many wait to be applied, no
 * message is taken, so no further ones are pulled, and they stay pending in the stream.
 */
async function receiveInBatches(
  options: PartitionConsumerOptions,
  messages: ConsumerMessages,
): Promise<void> {
  const waiting: JsMsg[] = [];
  let timer: NodeJS.Timeout | undefined;
  let notBefore = 0;
  const pass = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting.splice(0);
    const interval = Math.min(BATCH_INTERVAL_MAX_MS, batch.length * BATCH_INTERVAL_MS_PER_EVENT);
    notBefore = performance.now() + interval;
    receiveBatch(options, batch);
  };
  for await (const message of messages) {
    waiting.push(message);
    const early = notBefore - performance.now();
    if (early <= 0 || waiting.length >= PARTITION_BATCH_MAX) pass();
    else timer ??= setTimeout(pass, early);
    if (options.received.isFull()) await options.received.room();
  }
  pass();
}
