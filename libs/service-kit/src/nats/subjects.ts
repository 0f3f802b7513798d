/** Every subject name, in one place. */

/**
 * Partitions of the companies. The messages of a company's log are all in one partition, and one replica of a
 * service applies a partition's events, so this is how many replicas share them.
 */
export const PARTITIONS = 8;

export const partitionOf = (companyId: string): number =>
  Number.parseInt(companyId.slice(-4), 16) % PARTITIONS;

/** What the subject of a log's message says: NATS lets a service publish below its own name only. */
export interface LogSubject {
  readonly producer: string;
  readonly partition: number;
}

export interface Subjects {
  rpc(service: string, operation: string): string;
  /** Requests whose caller has gone away; every replica of the service subscribes. */
  cancel(service: string): string;
  /** New events of the logs of one producer or of all, in one partition or in all. */
  log(producer: string, partition: number | '*'): string;
  /** Live messages, which are in no log. */
  live(producer: string, companyId: string, name: string): string;
  /** The parts of the subject of a log's message. */
  logIn(subject: string): LogSubject;
}

export function subjectsIn(namespace: string): Subjects {
  const prefix = namespace ? `${namespace}.` : '';
  return {
    rpc: (service, operation) => `${prefix}rpc.v1.${service}.${operation}`,
    cancel: (service) => `${prefix}rpc.v1.${service}.cancel`,
    log: (producer, partition) => `${prefix}evt.v1.${producer}.${partition}`,
    live: (producer, companyId, name) => `${prefix}live.v1.${producer}.${companyId}.${name}`,
    logIn: (subject) => {
      const [, , producer = '', partition] = subject.slice(prefix.length).split('.');
      return { producer, partition: Number(partition) };
    },
  };
}
