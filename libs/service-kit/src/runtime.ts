/** The connections and clients of a running service, as its background work uses them. */
import type { Actor, Contract, Scope } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Pool } from 'pg';
import type { ServiceConfig } from './config.ts';
import type { Context } from './context.ts';
import type { SendRequest } from './nats/requests.ts';
import type { Subjects } from './nats/subjects.ts';
import type { Db } from './postgres/sql.ts';
import type { ActorSigner } from './rpc/actor.ts';
import type { ClientFor, Rpc } from './rpc/client.ts';
import type { Logger } from './telemetry/logger.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Tracer } from './telemetry/span.ts';

export interface Runtime {
  readonly name: Contract['name'];
  readonly config: ServiceConfig;
  readonly pool: Pool;
  /** Reads and single statements outside of a transaction; sees every company. */
  readonly db: Db;
  /** The same, limited to these companies by row-level security. */
  readonly dbInScope: (scope: Scope) => Db;
  readonly nats: NatsConnection;
  /** Asks over that connection. */
  readonly request: SendRequest;
  readonly subjects: Subjects;
  readonly signer: ActorSigner;
  readonly rpc: Rpc;
  /** A typed client of another service; it calls as this service. */
  readonly clientFor: ClientFor;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Absent unless tracing is configured. */
  readonly tracer?: Tracer | undefined;
  /**
   * A write that no request caused (of a sweep or a worker): one transaction with its events. With
   * `about`, it may share the transaction with other writes of the company, and sees no other one.
   */
  readonly write: <T>(
    work: (context: Context<never>) => Promise<T>,
    cause?: Cause,
    about?: About,
  ) => Promise<T>;
}

/** What a background write is about. Of two writes to one resource, the second waits for the first. */
export interface About {
  readonly companyId: string;
  readonly resource: string;
}

/** The cause of a background write, for the audit trail. */
export interface Cause {
  readonly actor?: Actor;
  readonly runId?: string | null;
  /** Id of the event that caused it. */
  readonly eventId?: string | null;
  readonly traceparent?: string | null;
}
