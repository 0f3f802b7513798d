/**
 * Which partitions deliver: their consumer has pending events, and some process takes them. A company
 * of such a partition lags because its events wait their turn, not because they are lost.
 */
import type { ServiceName } from '@muster/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { PARTITIONS, type Subjects } from '../../nats/subjects.ts';
import type { ReceivedEvents } from '../received-events.ts';

export interface PartitionProgress {
  /** None of them where NATS does not answer: what it has cannot be awaited. */
  delivering(): Promise<ReadonlySet<number>>;
}

export interface PartitionProgressOptions {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly consumer: ServiceName;
  readonly received: Pick<ReceivedEvents, 'isFull'>;
}

export function openPartitionProgress({
  nats,
  subjects,
  consumer,
  received,
}: PartitionProgressOptions): PartitionProgress {
  /** Messages that each consumer had delivered when it was last asked. */
  const delivered = new Map<number, number>();
  const isDelivering = async (partition: number): Promise<boolean> => {
    const { consumers } = await jetstreamManager(nats, { checkAPI: false });
    const name = subjects.durable(consumer, partition);
    const info = await consumers.info(subjects.stream, name);
    const before = delivered.get(partition);
    delivered.set(partition, info.delivered.consumer_seq);
    // A process that is full goes on as soon as it has room, however long that takes.
    const goesOn = received.isFull() || before !== info.delivered.consumer_seq;
    return info.num_pending > 0 && goesOn;
  };
  return {
    async delivering() {
      const asked = await Promise.all(
        Array.from({ length: PARTITIONS }, (_, partition) =>
          isDelivering(partition).catch(() => false),
        ),
      );
      return new Set(asked.flatMap((isBusy, partition) => (isBusy ? [partition] : [])));
    },
  };
}
