/**
 * The message that a producer sends after its commits: for each company of a partition the numbers of
 * its new events, and the events themselves unless they are too large. It proves nothing and is not
 * acknowledged: whoever has missed one reads the log.
 */
import { serviceNames, UUID_PATTERN, type EventRecord, type ServiceName } from '@muster/contracts';
import type { Msg } from '@nats-io/transport-node';
import { partitionOf, type Subjects } from './subjects.ts';

/** New events of one log, by their numbers; without the events, they have to be read from the log. */
export interface NewEvents {
  readonly companyId: string;
  readonly first: number;
  readonly last: number;
  readonly events?: readonly EventRecord[];
}

export interface LogMessage {
  readonly producer: ServiceName;
  readonly logs: readonly NewEvents[];
}

const COMPANY_ID = new RegExp(`^${UUID_PATTERN}$`);

/**
 * NATS binds the subject alone to the user that published it: every company has to be of the subject's partition, and every
 * event of the producer and the log that it is sent for, or a service could speak for another one.
 * Throws if it is no such message.
 */
export function readLogMessage(subjects: Subjects, message: Msg): LogMessage {
  const { producer: name, partition } = subjects.logIn(message.subject);
  const producer = serviceNames.find((known) => known === name);
  if (!producer) throw new Error('its subject names no service');
  const logs = message.json<NewEvents[]>();
  if (!Array.isArray(logs)) throw new Error('it is no list of logs');
  for (const log of logs) requireLog(log, partition);
  return { producer, logs: logs.map((log) => withProducer(log, producer)) };
}

function requireLog({ companyId, first, last, events }: NewEvents, partition: number): void {
  if (!COMPANY_ID.test(companyId) || partitionOf(companyId) !== partition) {
    throw new Error('its company is of another partition');
  }
  if (!isNumber(first) || !isNumber(last) || first > last) throw new Error('its numbers are none');
  for (const event of events ?? []) {
    if (event.companyId !== companyId || !isNumber(event.seq) || !isObject(event.payload)) {
      throw new Error('its body has an event of another log, or none');
    }
  }
}

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The subject says whose events they are; a body that names another producer is not believed. */
const withProducer = (log: NewEvents, producer: ServiceName): NewEvents =>
  log.events ? { ...log, events: log.events.map((event) => ({ ...event, producer })) } : log;
