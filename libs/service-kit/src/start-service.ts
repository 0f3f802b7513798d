/**
 * Starting and stopping a service. Up: configuration, schema, connections, requests, relay,
 * reactions, background work. Down: the same list from the end, so that nothing that is under way
 * loses what it stands on.
 */
import { randomBytes } from 'node:crypto';
import type { Actor, Contract } from '@muster/contracts';
import { actorSigner } from './actor.ts';
import { clientsOver, openRpc } from './client.ts';
import { baseConfig, readConfig, type BaseConfig } from './config.ts';
import type { Context, ServiceDefinition } from './define-service.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { appliedSignal, logHandlers, type AppliedSignal } from './log-operations.ts';
import { openLog, type Log } from './log.ts';
import { openMetrics } from './metrics.ts';
import { migrate } from './migrate.ts';
import { openNats } from './nats.ts';
import { startOpsServer, type Readiness } from './ops-server.ts';
import { connectionConfig, openPool } from './pool.ts';
import { startReactor, type Reactor } from './react.ts';
import { openReadConnections } from './read-connections.ts';
import { startRelay } from './relay.ts';
import type { Cause, Runtime } from './runtime.ts';
import { serve } from './serve.ts';
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
  /** Ends everything in order; asking twice is asking once. */
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
  let stopped: Promise<void> | undefined;
  return { runtime, ...parts, stop: () => (stopped ??= parts.stop()) };
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
  const { machine, nats, subjects, log, config } = runtime;
  const drain = { begun: false };
  await ensureStream(nats, subjects);
  const relay = startRelay({ ...runtime, producer: machine.contract.name });
  machine.nudgeRelay = relay.nudge;
  const signal = appliedSignal();
  const reactions = { current: noReactor };
  const server = await serve({
    ...runtime,
    ...machine,
    handlers: definition.operations,
    logHandlers: logHandlers(machine.contract.name, signal, (producer, companyId) =>
      reactions.current.catchUp(producer, companyId)),
    locate: definition.locate,
    version: VERSION,
  });
  const reactor = startReactions(definition, runtime, replica, signal);
  reactions.current = reactor;
  const background = await definition.start?.(runtime);
  const forget = setInterval(() => forgetAnswers(runtime), FORGET_MS);
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    metrics: observePool(runtime),
    readiness: { checks: readinessChecks(runtime, drain) },
  });
  return {
    opsPort: ops.port,
    sweep: reactor.sweep,
    stop: async () => {
      drain.begun = true;
      clearInterval(forget);
      await background?.drain();
      await server.drain();
      await reactor.drain();
      await relay.drain();
      await nats.drain();
      await runtime.endDatabase();
      await ops.close();
      log.info('stopped');
    },
  };
}

function forgetAnswers({ db, log }: Runtime): void {
  forgetOldAnswers(db).catch((error: unknown) => log.warn({ err: error }, 'cannot forget'));
}

/** A service that reacts to nobody has nothing to compare and nothing to drain. */
const noReactor: Reactor = {
  sweep: async () => undefined,
  catchUp: () => undefined,
  drain: async () => undefined,
};

function startReactions(
  { reactions }: Pick<ServiceDefinition, 'reactions'>,
  runtime: OpenRuntime,
  replica: string,
  signal: AppliedSignal,
): Reactor {
  const list = Object.values(reactions);
  const producers = [...new Set(list.map(({ producer }) => producer.name))];
  if (producers.length === 0) return noReactor;
  const { machine, config, db, rpc, nats, subjects } = runtime;
  return startReactor({
    ...machine,
    db,
    reactions: list,
    applied: signal.emit,
    rpc,
    self: { type: 'service', id: runtime.name, name: runtime.name },
    producers,
    nats,
    subjects,
    replica,
    sweepMs: config.SWEEP_SECONDS * 1_000,
  });
}

const readinessChecks = (
  { db, nats }: OpenRuntime,
  drain: { readonly begun: boolean },
): Readiness['checks'] => ({
  draining: () => {
    if (drain.begun) throw new Error('stopping');
  },
  postgres: () => none(db, sql`select 1`),
  nats: () => nats.flush(),
});

function observePool({ metrics, pool }: Runtime): Runtime['metrics'] {
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
