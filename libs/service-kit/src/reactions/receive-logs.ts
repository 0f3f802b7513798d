/** Receives the messages of a partition's logs, and hands their events to those that wait to be applied. */
import type { EventRecord } from '@muster/contracts';
import { listen, type Listener } from '../nats/listen.ts';
import { readLogMessage } from '../nats/log-message.ts';
import type { Subjects } from '../nats/subjects.ts';
import { deliveryOf } from './delivery.ts';
import type { NamedReaction } from './reaction.ts';
import type { ReceivedEvents } from './received-events.ts';

export interface ReceiveLogsOptions extends Listener {
  readonly subjects: Subjects;
  readonly producers: readonly string[];
  readonly reactions: readonly NamedReaction[];
  readonly received: Pick<ReceivedEvents, 'add'>;
  /** Events were named and not sent along. */
  readonly onMissed: (producer: string, companyId: string) => void;
}

export interface ReceivedLogs {
  open(partition: number): void;
  close(partition: number): void;
}

export function openReceiveLogs(options: ReceiveLogsOptions): ReceivedLogs {
  const { producers, subjects } = options;
  const open = new Map<number, readonly ReturnType<typeof listen>[]>();
  const receive = (message: Parameters<Parameters<typeof listen>[2]>[0]): void => {
    const { producer, logs } = readLogMessage(subjects, message);
    for (const { companyId, events } of logs) {
      if (events) addAll(options, producer, companyId, events);
      else options.onMissed(producer, companyId);
    }
  };
  return {
    open(partition) {
      open.set(
        partition,
        producers.map((producer) => listen(options, subjects.log(producer, partition), receive)),
      );
    },
    close(partition) {
      for (const subscription of open.get(partition) ?? []) subscription.unsubscribe();
      open.delete(partition);
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
