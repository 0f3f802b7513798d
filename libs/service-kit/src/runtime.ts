/** What a running service has at hand. */
import type { Actor, Contract, Scope } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Pool } from 'pg';
import type { ActorSigner } from './actor.ts';
import type { ClientFor, Rpc } from './client.ts';
import type { BaseConfig } from './config.ts';
import type { Context } from './define-service.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Tracer } from './span.ts';
import type { Db } from './sql.ts';
import type { Subjects } from './subjects.ts';

export interface Runtime {
  readonly name: Contract['name'];
  /** The checked environment, a service's own variables included. */
  readonly config: BaseConfig & Readonly<Record<string, unknown>>;
  readonly pool: Pool;
  /** Reads and single statements outside a transaction; sees every company. */
  readonly db: Db;
  /** The same, walled in these companies. */
  readonly dbWithin: (scope: Scope) => Db;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly signer: ActorSigner;
  readonly rpc: Rpc;
  /** A typed client of another service, calling as this service. */
  readonly clientFor: ClientFor;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Absent where no traces are asked for. */
  readonly tracer?: Tracer | undefined;
  /** A write that no request caused (a sweep, a worker): one transaction, sayings included. */
  readonly write: <T>(work: (context: Context<never>) => Promise<T>, cause?: Cause) => Promise<T>;
}

/** Why a background write happens, for the audit trail. */
export interface Cause {
  readonly actor?: Actor;
  readonly runId?: string | null;
  /** Id of the event behind it. */
  readonly eventId?: string | null;
  readonly traceparent?: string | null;
}
