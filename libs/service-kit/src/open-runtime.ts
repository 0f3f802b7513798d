/** The connections of a service and what is made of them, before anything is served. */
import type { Actor, Contract } from '@muster/contracts';
import { actorSigner } from './actor.ts';
import { clientsOver, openRpc } from './client.ts';
import type { BaseConfig } from './config.ts';
import type { Context, ServiceDefinition } from './define-service.ts';
import type { Log } from './log.ts';
import { openMetrics } from './metrics.ts';
import { openNats } from './nats.ts';
import type { Pool } from 'pg';
import { openLongReads, type LongReads } from './long-reads.ts';
import { currentSpan } from './span.ts';
import { connectionConfig, openPool, openRedoablePool } from './pool.ts';
import { openTracer } from './open-tracer.ts';
import { openReadConnections } from './read-connections.ts';
import type { Cause, Runtime } from './runtime.ts';
import { subjectsIn } from './subjects.ts';
import { write, type WriteMachine } from './write.ts';

export const schemaOf = (contract: Contract, config: Pick<BaseConfig, 'DB_SCHEMA'>): string =>
  config.DB_SCHEMA ?? contract.name;

export const roleOf = (contract: Contract, config: Pick<BaseConfig, 'DB_ROLE'>): string =>
  config.DB_ROLE ?? `muster_${contract.name}`;

export interface OpenRuntime extends Runtime {
  readonly machine: WriteMachine & { nudgeRelay: (companyId: string) => void };
  /** For what may be done again after a crash; see `openRedoablePool`. */
  readonly redoable: Pool;
  readonly longReads: LongReads;
  readonly endDatabase: () => Promise<void>;
}

export async function openRuntime<C extends Contract>(
  definition: Pick<ServiceDefinition<C>, 'contract' | 'reactions' | 'metrics'>,
  config: Runtime['config'],
  replica: string,
  log: Log,
): Promise<OpenRuntime> {
  const { contract } = definition;
  const metrics = openMetrics(definition);
  const database = openDatabase(contract, config, replica, log);
  const { pool } = database;
  const tracer = await openTracer({ service: contract.name, replica, config, log });
  const nats = await openNats({ config, user: contract.name, name: replica, log });
  const subjects = subjectsIn(config.NATS_NAMESPACE);
  const signer = actorSigner(config);
  const rpc = openRpc(nats, subjects, signer);
  const self: Actor = { type: 'service', id: contract.name, name: contract.name };
  const machine = { contract, config, pool, log, metrics, tracer, nudgeRelay: () => undefined };
  return {
    name: contract.name,
    config,
    ...database,
    nats,
    subjects,
    signer,
    rpc,
    clientFor: clientsOver(rpc, self),
    log,
    metrics,
    tracer,
    machine,
    write: async (work, cause) => {
      const done = await write(machine, {
        by: provenanceOf(self, cause),
        work: (context) => work(context as unknown as Context<never>),
      });
      return done.result;
    },
  };
}

function openDatabase(
  contract: Contract,
  config: BaseConfig,
  applicationName: string,
  log: Log,
): Pick<OpenRuntime, 'pool' | 'redoable' | 'longReads' | 'db' | 'dbWithin' | 'endDatabase'> {
  const place = {
    databaseUrl: config.DATABASE_URL, schema: schemaOf(contract, config), applicationName,
  };
  const connection = connectionConfig({ ...place, role: roleOf(contract, config) });
  const pool = openPool({ ...connection, max: config.DB_POOL_MAX }, log);
  const redoable = openRedoablePool(connection, log);
  const reads = openReadConnections({
    config: connection, connections: config.DB_READ_CONNECTIONS, log,
  });
  const longReads = openLongReads({
    config: connection, ownConfig: connectionConfig(place),
    connections: config.DB_LONG_READ_CONNECTIONS, log,
  });
  return {
    pool,
    redoable,
    longReads,
    db: reads.within('all'),
    dbWithin: reads.within,
    endDatabase: async () => {
      await Promise.all([reads.end(), longReads.end(), pool.end(), redoable.end()]);
    },
  };
}

const provenanceOf = (self: Actor, cause: Cause = {}) => ({
  actor: cause.actor ?? self,
  runId: cause.runId ?? null,
  requestId: null,
  causedBy: cause.eventId ?? null,
  traceparent: currentSpan()?.traceparent ?? cause.traceparent ?? null,
});
