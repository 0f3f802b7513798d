/** The place of an event in its company's log, which is its message's id on the stream. */
import { serviceNames, type ServiceName } from '@muster/contracts';

export interface Place {
  readonly producer: ServiceName;
  readonly companyId: string;
  readonly seq: number;
}

const MESSAGE_ID = /^(\w+):([0-9a-f-]{36}):(\d+)$/;

export const messageIdOf = ({ producer, companyId, seq }: Place): string =>
  `${producer}:${companyId}:${seq}`;

/** Nothing where it is no message of ours. */
export function placeOf(messageId: string | undefined): Place | undefined {
  const [, name, companyId = '', seq] = MESSAGE_ID.exec(messageId ?? '') ?? [];
  const producer = serviceNames.find((known) => known === name);
  return producer && { producer, companyId, seq: Number(seq) };
}
