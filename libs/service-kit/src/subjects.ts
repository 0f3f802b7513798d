/** Every subject and stream name, in one place. */
import type { ServiceName } from '@muster/contracts';

/**
 * Lanes of the event stream. A company's events stay in one lane, and a lane is delivered in order,
 * so this bounds how many companies' events one service applies at the same time.
 */
export const LANES = 8;

export const laneOf = (companyId: string): number =>
  Number.parseInt(companyId.slice(-4), 16) % LANES;

export interface Subjects {
  readonly stream: string;
  /** Disk that the stream may take, in MiB. */
  readonly streamMaxMb: number;
  readonly allEvents: string;
  rpc(service: string, operation: string): string;
  event(producer: string, lane: number, type: string): string;
  eventsOf(producer: string, lane: number): string;
  durable(consumer: ServiceName, lane: number): string;
}

export function subjectsIn(namespace: string, streamMaxMb: number): Subjects {
  const prefix = namespace ? `${namespace}.` : '';
  return {
    streamMaxMb,
    stream: namespace ? `EVENTS_${namespace}` : 'EVENTS',
    allEvents: `${prefix}evt.v1.>`,
    rpc: (service, operation) => `${prefix}rpc.v1.${service}.${operation}`,
    event: (producer, lane, type) => `${prefix}evt.v1.${producer}.${lane}.${type}`,
    eventsOf: (producer, lane) => `${prefix}evt.v1.${producer}.${lane}.>`,
    durable: (consumer, lane) => `${consumer}_${lane}`,
  };
}
