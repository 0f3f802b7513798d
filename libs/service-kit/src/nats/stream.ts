/**
 * The event stream, and a durable consumer per service and partition. The setup command creates
 * them, since NATS permits only its user to; services use them.
 */
import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { ServiceName } from '@muster/contracts';
import { PARTITIONS, type Subjects } from './subjects.ts';

const DAY_MS = 86_400_000;
/** The stream is a fast path only; the log in Postgres is the record. */
const MAX_AGE_MS = 3 * DAY_MS;
const BYTES_PER_MB = 1_048_576;
const DUPLICATE_WINDOW_MS = 120_000;
/** Events of a partition that a replica pulls at once: the largest batch that it applies. */
export const PARTITION_BATCH_MAX = 128;
/** All pulls are in one group; the server serves the lowest priority number. */
export const PULL_GROUP = 'lane';

export interface StreamSize {
  /** Disk limit in MiB. */
  readonly maxMb: number;
  /** Servers that store it. */
  readonly replicas: number;
}

const managerOf = (nats: NatsConnection): Promise<JetStreamManager> =>
  jetstreamManager(nats, { checkAPI: false });

/** Creates the stream, or updates its size. Idempotent, also when run concurrently. */
export async function ensureStream(
  nats: NatsConnection,
  subjects: Subjects,
  { maxMb, replicas }: StreamSize,
): Promise<void> {
  const { streams } = await managerOf(nats);
  const config = {
    subjects: [subjects.allEvents],
    max_age: nanos(MAX_AGE_MS),
    max_bytes: maxMb * BYTES_PER_MB,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    num_replicas: replicas,
    discard: DiscardPolicy.Old,
  };
  if ((await countConsumers(nats, subjects.stream)) !== undefined) {
    await streams.update(subjects.stream, config);
    return;
  }
  await streams.add({
    ...config,
    name: subjects.stream,
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
  });
}

/** Undefined without the stream. */
export async function countConsumers(
  nats: NatsConnection,
  stream: string,
): Promise<number | undefined> {
  const { streams } = await managerOf(nats);
  try {
    const { state } = await streams.info(stream);
    return state.consumer_count;
  } catch (error) {
    const isAbsent =
      error instanceof JetStreamApiError &&
      error.code === (JetStreamApiCodes.StreamNotFound as number);
    if (!isAbsent) throw error;
    return undefined;
  }
}

/** The consumers of a service, one per partition. */
export async function ensureConsumers(
  nats: NatsConnection,
  subjects: Subjects,
  consumer: ServiceName,
  producers: readonly string[],
): Promise<void> {
  if (producers.length === 0) return;
  const { consumers } = await managerOf(nats);
  await Promise.all(
    Array.from({ length: PARTITIONS }, async (_, partition) => {
      const name = subjects.durable(consumer, partition);
      const config = {
        filter_subjects: producers.map((producer) => subjects.eventsOf(producer, partition)),
        ack_policy: AckPolicy.None,
        deliver_policy: DeliverPolicy.New,
        priority_groups: [PULL_GROUP],
        priority_policy: 'prioritized' as const,
      };
      try {
        await consumers.add(subjects.stream, { durable_name: name, ...config });
      } catch {
        // An earlier release has created it with another configuration.
        await consumers.update(subjects.stream, name, config);
      }
    }),
  );
}

/** The first consumer of the service that lacks a producer; throws if it does not exist. */
export async function missingConsumer(
  nats: NatsConnection,
  subjects: Subjects,
  consumer: ServiceName,
  producers: readonly string[],
): Promise<string | undefined> {
  if (producers.length === 0) return undefined;
  const { consumers } = await managerOf(nats);
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const name = subjects.durable(consumer, partition);
    const { config } = await consumers.info(subjects.stream, name);
    const filters = new Set([config.filter_subjects ?? [], config.filter_subject ?? []].flat());
    if (!producers.every((producer) => filters.has(subjects.eventsOf(producer, partition))))
      return name;
  }
  return undefined;
}
