/** The position of an event in its company's log, which is its message id on the stream. */
import { serviceNames, UUID_PATTERN, type ServiceName } from '@muster/contracts';
import { partitionOf, type EventSubject } from './subjects.ts';

export interface EventPosition {
  readonly producer: ServiceName;
  readonly companyId: string;
  readonly seq: number;
}

const MESSAGE_ID = new RegExp(`^(\\w+):(${UUID_PATTERN}):(\\d+)$`);

export const messageIdOf = ({ producer, companyId, seq }: EventPosition): string =>
  `${producer}:${companyId}:${seq}`;

/** Undefined if the id is not that of an event. */
export function parseMessageId(messageId: string | undefined): EventPosition | undefined {
  const [, name, companyId = '', seq] = MESSAGE_ID.exec(messageId ?? '') ?? [];
  const producer = serviceNames.find((known) => known === name);
  return producer && { producer, companyId, seq: Number(seq) };
}

/** Whether the message was published by the producer that its id names, in its company's partition. */
export const isPublishedBy = (
  subject: EventSubject,
  { producer, companyId }: Pick<EventPosition, 'producer' | 'companyId'>,
): boolean => subject.producer === producer && subject.partition === partitionOf(companyId);
