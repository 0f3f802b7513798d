/** Every subject and stream name, in one place. */
import type { ServiceName } from '@muster/contracts';

/**
 * Lanes of the event stream. A company's events stay in one lane, and a lane is delivered in order,
 * so this bounds how many companies' events one service applies at the same time.
 */
export const LANES = 8;

export const laneOf = (companyId: string): number =>
  Number.parseInt(companyId.slice(-4), 16) % LANES;

/** `evt.v1.<producer>.<lane>.` comes before the name of the event, which has a dot itself. */
const TYPE_AT = 4;

export interface Subjects {
  readonly stream: string;
  readonly allEvents: string;
  rpc(service: string, operation: string): string;
  /** All replicas of the service hear which request's caller has gone away. */
  cancel(service: string): string;
  event(producer: string, lane: number, type: string): string;
  eventsOf(producer: string, lane: number): string;
  /** What is told to those who listen, and kept in no stream. */
  live(producer: string, companyId: string, name: string): string;
  /** The name of the event in a subject of the stream. */
  typeOf(subject: string): string;
  durable(consumer: ServiceName, lane: number): string;
}

export function subjectsIn(namespace: string): Subjects {
  const prefix = namespace ? `${namespace}.` : '';
  return {
    stream: namespace ? `EVENTS_${namespace}` : 'EVENTS',
    allEvents: `${prefix}evt.v1.>`,
    rpc: (service, operation) => `${prefix}rpc.v1.${service}.${operation}`,
    cancel: (service) => `${prefix}rpc.v1.${service}.cancel`,
    event: (producer, lane, type) => `${prefix}evt.v1.${producer}.${lane}.${type}`,
    eventsOf: (producer, lane) => `${prefix}evt.v1.${producer}.${lane}.>`,
    live: (producer, companyId, name) => `${prefix}live.v1.${producer}.${companyId}.${name}`,
    typeOf: (subject) => subject.slice(prefix.length).split('.').slice(TYPE_AT).join('.'),
    durable: (consumer, lane) => `${consumer}_${lane}`,
  };
}
