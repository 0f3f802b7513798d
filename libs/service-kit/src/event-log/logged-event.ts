/** An event of the log, as the publisher sends it. */
import type { EventRecord } from '@muster/contracts';

/** The producer is implied. The payload is JSON text, so that it is written and read once. */
export type LoggedEvent = Omit<EventRecord, 'producer' | 'payload'> & {
  readonly payload: string;
};

/** Before the append has given it its number and its time. */
export type UnnumberedEvent = Omit<LoggedEvent, 'seq' | 'occurredAt'>;

/** What the append returns for each event, in the order of the numbers. */
export interface EventNumber {
  readonly seq: number;
  readonly occurredAt: string;
}

export function numbered(
  events: readonly UnnumberedEvent[],
  numbers: readonly EventNumber[],
): LoggedEvent[] {
  return events.map((event, index) => {
    const { seq, occurredAt } = numbers[index] as EventNumber;
    return { ...event, seq, occurredAt };
  });
}
