/** Receives the messages of a partition's logs, and hands their events to those that wait to be applied. */
import type { EventRecord } from '@muster/contracts';
import { listen, type Listener } from '../nats/listen.ts';
import { readLogMessage } from '../nats/log-message.ts';
import type { Subjects } from '../nats/subjects.ts';
import { deliveryOf } from './delivery.ts';
import type { PartitionLocksOptions } from './partition-locks.ts';
import type { NamedReaction, ReactionsOf } from './reaction.ts';
import type { ReceivedEvents } from './received-events.ts';

export interface ReceiveLogsOptions extends Listener {
  readonly subjects: Subjects;
  readonly own: ReadonlyMap<string, ReactionsOf>;
  readonly reactions: readonly NamedReaction[];
  readonly received: Pick<ReceivedEvents, 'add' | 'applied'>;
  /** Events were named and not sent along. */
  readonly onMissed: (producer: string, companyId: string) => void;
}

/** Listens to a partition from when it is taken until it is given away, once what was received is applied. */
export function openReceiveLogs(
  options: ReceiveLogsOptions,
): Pick<PartitionLocksOptions, 'taken' | 'given'> {
  const { own, subjects, received } = options;
  const open = new Map<number, readonly ReturnType<typeof listen>[]>();
  const receive = (message: Parameters<Parameters<typeof listen>[2]>[0]): void => {
    const { producer, logs } = readLogMessage(subjects, message);
    for (const { companyId, events } of logs) {
      if (events) addAll(options, producer, companyId, events);
      else options.onMissed(producer, companyId);
    }
  };
  return {
    taken(partition) {
      const producers = [...own.keys()];
      open.set(
        partition,
        producers.map((producer) => listen(options, subjects.log(producer, partition), receive)),
      );
    },
    async given(partition) {
      for (const subscription of open.get(partition) ?? []) subscription.unsubscribe();
      open.delete(partition);
      await received.applied(partition);
    },
  };
}

function addAll(
  { reactions, received }: ReceiveLogsOptions,
  producer: string,
  companyId: string,
  events: readonly EventRecord[],
): void {
  const deliveries = events.map((event) => deliveryOf(reactions, event));
  received.add({ producer, companyId, deliveries });
}
