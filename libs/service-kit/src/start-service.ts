/**
 * Starting and stopping a service. Up: configuration, schema, connections, requests, relay, reactions,
 * background work. Down: the same list from the end, so that nothing that is under way loses what it
 * stands on.
 */
import { randomBytes } from 'node:crypto';
import type { Actor, Contract } from '@muster/contracts';
import { actorSigner } from './actor.ts';
import type { ApplyOptions } from './apply.ts';
import { clientsOver, openRpc } from './client.ts';
import { baseConfig, readConfig, type BaseConfig } from './config.ts';
import type { Context, ServiceDefinition } from './define-service.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { appliedSignal, logHandlers } from './log-operations.ts';
import { openLog, type Log } from './log.ts';
import { openMetrics } from './metrics.ts';
import { migrate } from './migrate.ts';
import { openNats } from './nats.ts';
import { startOpsServer } from './ops-server.ts';
import { connectionConfig, openPool } from './pool.ts';
import { startReactor } from './react.ts';
import { openReadConnections } from './read-connections.ts';
import { startRelay } from './relay.ts';
import type { Cause, Runtime } from './runtime.ts';
import { serve, type ServeOptions } from './serve.ts';
import { none, sql } from './sql.ts';
import { ensureStream } from './stream.ts';
import { subjectsIn } from './subjects.ts';
import { write, type WriteMachine } from './write.ts';

/** How often answers older than their keeping are forgotten. */
const FORGET_MS = 3_600_000;
const VERSION = '0.1.0';

export interface RunningService {
  readonly runtime: Runtime;
  readonly opsPort: number;
  /** Compares the logs of others with what was applied of them, now. */
  readonly sweep: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startService<C extends Contract>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningService> {
  const { contract } = definition;
  const schema = definition.config ? baseConfig.extend(definition.config.shape) : baseConfig;
  const config = readConfig(schema, env) as Runtime['config'];
  const replica = config.REPLICA ?? `${contract.name}-${randomBytes(3).toString('hex')}`;
  const log = openLog(contract.name, config.LOG_LEVEL).child({ replica });
  await migrate({
    databaseUrl: config.DATABASE_URL,
    schema: schemaOf(contract, config),
    migrations: definition.migrations,
    log,
  });
  const runtime = await openRuntime(contract, config, replica, log);
  const parts = await startParts(definition, runtime, replica);
  log.info({ opsPort: parts.opsPort }, 'started');
  return { runtime, ...parts };
}

const schemaOf = (contract: Contract, config: BaseConfig): string =>
  config.DB_SCHEMA ?? contract.name;

interface OpenRuntime extends Runtime {
  readonly machine: WriteMachine & { nudgeRelay: (companyId: string) => void };
  readonly endDatabase: () => Promise<void>;
}

async function openRuntime(
  contract: Contract,
  config: Runtime['config'],
  replica: string,
  log: Log,
): Promise<OpenRuntime> {
  const metrics = openMetrics(contract.name);
  const connection = connectionConfig({
    databaseUrl: config.DATABASE_URL,
    schema: schemaOf(contract, config),
    applicationName: replica,
  });
  const pool = openPool(connection, config.DB_POOL_MAX);
  const reads = openReadConnections({
    config: connection, connections: config.DB_READ_CONNECTIONS, log,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection broke'));
  const nats = await openNats(config.NATS_URL, replica, log);
  const subjects = subjectsIn(config.NATS_NAMESPACE);
  const signer = actorSigner(config.MUSTER_SECRET);
  const rpc = openRpc(nats, subjects, signer);
  const self: Actor = { type: 'service', id: contract.name, name: contract.name };
  const machine = { contract, pool, log, metrics, nudgeRelay: (_: string) => undefined };
  return {
    name: contract.name,
    config,
    pool,
    db: reads.db,
    endDatabase: async () => {
      await Promise.all([reads.end(), pool.end()]);
    },
    nats,
    subjects,
    signer,
    rpc,
    clientFor: clientsOver(rpc, self),
    log,
    metrics,
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

const provenanceOf = (self: Actor, cause: Cause = {}) => ({
  actor: cause.actor ?? self,
  runId: cause.runId ?? null,
  requestId: null,
  causedBy: cause.eventId ?? null,
  traceparent: cause.traceparent ?? null,
});

async function startParts<C extends Contract>(
  definition: ServiceDefinition<C>,
  runtime: OpenRuntime,
  replica: string,
): Promise<Omit<RunningService, 'runtime'>> {
  const { machine, db, nats, subjects, rpc, metrics, log, config, pool } = runtime;
  const { contract } = machine;
  let draining = false;
  await ensureStream(nats, subjects);
  const relay = startRelay({ producer: contract.name, pool, db, nats, subjects, metrics, log });
  machine.nudgeRelay = relay.nudge;
  const signal = appliedSignal();
  const server = await serve({
    ...machine,
    nudgeRelay: relay.nudge,
    nats,
    subjects,
    db,
    signer: runtime.signer,
    handlers: definition.operations as unknown as ServeOptions['handlers'],
    logHandlers: logHandlers(contract.name, signal),
    locate: definition.locate,
    version: VERSION,
  });
  const reactions = Object.values(definition.reactions);
  const producers = [...new Set(reactions.map(({ producer }) => producer.name))];
  const applyOptions: ApplyOptions = {
    ...machine, nudgeRelay: relay.nudge, db, reactions, applied: signal.emit,
  };
  const reactor = producers.length === 0 ? undefined : startReactor({
    ...applyOptions,
    rpc,
    self: { type: 'service', id: contract.name, name: contract.name },
    producers,
    nats,
    subjects,
    replica,
    sweepMs: config.SWEEP_SECONDS * 1_000,
  });
  const background = await definition.start?.(runtime);
  const forget = setInterval(() => {
    forgetOldAnswers(db).catch((error: unknown) => log.warn({ err: error }, 'cannot forget'));
  }, FORGET_MS);
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    metrics: observePool(metrics, pool),
    readiness: {
      checks: {
        draining: () => {
          if (draining) throw new Error('stopping');
        },
        postgres: () => none(db, sql`select 1`),
        nats: async () => void (await nats.flush()),
      },
    },
  });
  return {
    opsPort: ops.port,
    sweep: reactor ? reactor.sweep : async () => undefined,
    stop: async () => {
      draining = true;
      clearInterval(forget);
      await background?.drain();
      await server.drain();
      await reactor?.drain();
      await relay.drain();
      await nats.drain();
      await runtime.endDatabase();
      await ops.close();
      log.info('stopped');
    },
  };
}

function observePool(metrics: Runtime['metrics'], pool: Runtime['pool']): Runtime['metrics'] {
  const { poolConnections } = metrics;
  Object.assign(poolConnections, {
    collect: () => {
      poolConnections.set({ state: 'idle' }, pool.idleCount);
      poolConnections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      poolConnections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return metrics;
}
