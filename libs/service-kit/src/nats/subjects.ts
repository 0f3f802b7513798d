/** Every subject and stream name, in one place. */
import type { ServiceName } from '@muster/contracts';

/**
 * Partitions of the event stream. A company's events are all in one partition, and a partition is
 * delivered in order, so this limits how many companies' events a service applies concurrently.
 */
export const PARTITIONS = 8;

export const partitionOf = (companyId: string): number =>
  Number.parseInt(companyId.slice(-4), 16) % PARTITIONS;

/** What the subject of an event says: NATS lets a service publish below its own name only. */
export interface EventSubject {
  readonly producer: string;
  readonly partition: number;
  /** Itself contains a dot. */
  readonly type: string;
}

export interface Subjects {
  readonly stream: string;
  readonly allEvents: string;
  rpc(service: string, operation: string): string;
  /** Requests whose caller has gone away; every replica of the service subscribes. */
  cancel(service: string): string;
  /** Of one partition or of all. */
  event(producer: string, partition: number | '*', type: string): string;
  eventsOf(producer: string, partition: number): string;
  /** Live messages, which no stream stores. */
  live(producer: string, companyId: string, name: string): string;
  /** The parts of a subject of the stream. */
  eventIn(subject: string): EventSubject;
  durable(consumer: ServiceName, partition: number): string;
  /** Signs of life of the service's replicas, which each of them hears. */
  replicas(service: ServiceName): string;
}

export function subjectsIn(namespace: string): Subjects {
  const prefix = namespace ? `${namespace}.` : '';
  return {
    stream: namespace ? `EVENTS_${namespace}` : 'EVENTS',
    allEvents: `${prefix}evt.v1.>`,
    rpc: (service, operation) => `${prefix}rpc.v1.${service}.${operation}`,
    cancel: (service) => `${prefix}rpc.v1.${service}.cancel`,
    event: (producer, partition, type) => `${prefix}evt.v1.${producer}.${partition}.${type}`,
    eventsOf: (producer, partition) => `${prefix}evt.v1.${producer}.${partition}.>`,
    live: (producer, companyId, name) => `${prefix}live.v1.${producer}.${companyId}.${name}`,
    eventIn: (subject) => {
      const [, , producer = '', partition, ...type] = subject.slice(prefix.length).split('.');
      return { producer, partition: Number(partition), type: type.join('.') };
    },
    durable: (consumer, partition) => `${consumer}_${partition}`,
    replicas: (service) => `${prefix}replicas.v1.${service}`,
  };
}
