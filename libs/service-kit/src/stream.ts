/**
 * The one event stream and a durable consumer per service and lane; made again when they are gone.
 */
import {
  AckPolicy, DeliverPolicy, DiscardPolicy, jetstreamManager, RetentionPolicy, StorageType,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { ServiceName } from '@muster/contracts';
import type { Subjects } from './subjects.ts';

const DAY_MS = 86_400_000;
/** The stream is a fast path; the log in Postgres is the record. */
const MAX_AGE_MS = 3 * DAY_MS;
const BYTES_PER_MB = 1_048_576;
const DUPLICATE_WINDOW_MS = 120_000;
/** Events of a lane that one replica may hold at once: the largest batch it applies. */
export const LANE_BATCH = 128;
/** All replicas pull from one group; the server serves the one with the lowest priority number. */
export const PULL_GROUP = 'lane';

export async function ensureStream(nats: NatsConnection, subjects: Subjects): Promise<void> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  try {
    await manager.streams.info(subjects.stream);
  } catch {
    await manager.streams.add({
      name: subjects.stream,
      subjects: [subjects.allEvents],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_age: nanos(MAX_AGE_MS),
      max_bytes: subjects.streamMaxMb * BYTES_PER_MB,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    });
  }
}

export async function ensureConsumer(
  nats: NatsConnection,
  subjects: Subjects,
  consumer: ServiceName,
  lane: number,
  producers: readonly string[],
): Promise<string> {
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const name = subjects.durable(consumer, lane);
  const config = {
    filter_subjects: producers.map((producer) => subjects.eventsOf(producer, lane)),
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.New,
    priority_groups: [PULL_GROUP],
    priority_policy: 'prioritized' as const,
  };
  try {
    await manager.consumers.add(subjects.stream, { durable_name: name, ...config });
  } catch {
    // It is there as an earlier release made it.
    await manager.consumers.update(subjects.stream, name, config);
  }
  return name;
}
