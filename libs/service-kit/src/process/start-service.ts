/**
 * Starting and stopping a service: a list of parts that are started in order and drained from the
 * end, so that work in progress never loses what it depends on. A start that fails drains the parts
 * that were started.
 */
import { randomBytes } from 'node:crypto';
import type { Contract } from '@muster/contracts';
import { openBulkEffects } from '../bulk-effects/advance-bulk-effects.ts';
import { baseConfig, readConfig, type ServiceConfig } from '../config.ts';
import type { Background, ServiceDefinition } from '../define-service.ts';
import { dbOn } from '../postgres/sql.ts';
import { openAppliedSignal, type AppliedSignal } from '../reactions/applied-signal.ts';
import { openReactor, type Reactor } from '../reactions/react.ts';
import { namedReactions } from '../reactions/reaction.ts';
import { openServer } from '../rpc/serve.ts';
import type { Runtime } from '../runtime.ts';
import { openLogger } from '../telemetry/logger.ts';
import { deletionByAge, erasureOf } from './deletion-parts.ts';
import { eventLogHandlers } from './event-log-handlers.ts';
import { measureProcess } from './measure-process.ts';
import { openRuntime, type OpenRuntime } from './open-runtime.ts';
import { openOpsServer } from './ops-server.ts';
import { partsOf, type Part } from './parts.ts';
import { waitForSetup } from './wait-for-setup.ts';

export interface RunningService {
  readonly runtime: Runtime;
  readonly opsPort: number;
  /** The port that its background work listens on, if it does. */
  readonly port: number | undefined;
  /** Compares the logs of other services with the cursors now, and catches up. */
  readonly sweep: () => Promise<void>;
  /** Drains everything in order, once. */
  readonly stop: () => Promise<void>;
}

export async function startService<C extends Contract>(
  definition: ServiceDefinition<C>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningService> {
  const { contract } = definition;
  const schema = definition.config ? baseConfig.extend(definition.config.shape) : baseConfig;
  const config = readConfig(schema, env) as ServiceConfig;
  const replica = config.REPLICA ?? `${contract.name}-${randomBytes(3).toString('hex')}`;
  const log = openLogger(contract.name, config.LOG_LEVEL).child({ replica });
  const runtime = await openRuntime(definition, config, replica, log);
  const { parts, opsPort, port, sweep } = assemble(definition, runtime);
  try {
    await parts.start();
  } catch (error) {
    await parts.drain();
    throw error;
  }
  log.info({ opsPort: opsPort() }, 'started');
  return { runtime, opsPort: opsPort(), port: port(), sweep, stop: parts.drain };
}

/** Puts the parts of a service together; nothing is started yet. */
function assemble<C extends Contract>(definition: ServiceDefinition<C>, runtime: OpenRuntime) {
  const { config, writeOptions, log, publisher } = runtime;
  const signal = openAppliedSignal();
  const reactor = reactorOf(definition, runtime, signal);
  const setup = waitForSetup({ ...runtime, migrations: definition.migrations });
  const ops = openOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    metrics: measureProcess(runtime),
    unready: () => {
      const missing = setup.missing();
      return missing ? `waits for the setup command: ${missing}` : parts.unready();
    },
  });
  const server = serverOf(definition, runtime, signal, reactor);
  const bulkEffects = openBulkEffects({
    ...writeOptions,
    db: runtime.db,
    onStepsLeft: runtime.onStepsLeft,
    effects: definition.bulkEffects ?? [],
  });
  const background = backgroundOf(definition, runtime);
  const parts = partsOf(
    [
      ...connectionsOf(runtime),
      ops,
      { name: 'setup', start: setup.start, drain: nothing },
      { name: 'publisher', drain: publisher.drain },
      { name: 'server', ...server },
      { name: 'reactions', ...reactor },
      { name: 'bulk effects', ...bulkEffects },
      erasureOf(definition, runtime),
      // Drained before what may be in the middle of a step: a server that listens stops at once.
      background,
      deletionByAge(definition, runtime),
    ],
    log,
    runtime.listenForSilence,
  );
  return { parts, opsPort: ops.port, port: background.port, sweep: reactor.sweep };
}

function serverOf<C extends Contract>(
  definition: ServiceDefinition<C>,
  runtime: OpenRuntime,
  signal: AppliedSignal,
  reactor: Reactor,
) {
  return openServer({
    ...runtime,
    ...runtime.writeOptions,
    handlers: definition.operations,
    logHandlers: eventLogHandlers(definition, signal, reactor),
    locate: definition.locate,
    copiedThings: definition.copiedThings ?? {},
    catchUpNow: reactor.catchUpNow,
  });
}

const nothing = async (): Promise<void> => undefined;

/** Open already; they are drained last. */
const connectionsOf = ({ tracer, endDatabase, nats }: OpenRuntime): Part[] => [
  { name: 'tracer', drain: async () => tracer?.drain() },
  { name: 'database', drain: endDatabase },
  { name: 'nats', drain: () => nats.drain() },
];

function backgroundOf<C extends Contract>(
  { start }: ServiceDefinition<C>,
  runtime: OpenRuntime,
): Part & { port(): number | undefined } {
  let background: Background | undefined;
  return {
    name: 'background',
    start: async () => {
      background = await start?.(runtime, runtime.writeOptions.parts);
    },
    drain: async () => background?.drain(),
    port: () => background?.port,
  };
}

/** A service without reactions has no logs to compare and nothing to drain. */
const noReactor: Reactor = {
  start: () => undefined,
  sweep: nothing,
  catchUp: () => undefined,
  catchUpNow: (producer) => Promise.reject(new Error(`no reaction hears ${producer}`)),
  hurry: () => undefined,
  drain: nothing,
};

function reactorOf(
  { reactions }: Pick<ServiceDefinition, 'reactions'>,
  runtime: OpenRuntime,
  signal: AppliedSignal,
): Reactor {
  const producers = [...new Set(Object.values(reactions).map(({ producer }) => producer.name))];
  if (producers.length === 0) return noReactor;
  const { writeOptions, config, db, rpc, nats, subjects, name } = runtime;
  return openReactor({
    ...writeOptions,
    db,
    asyncCommitDb: dbOn(runtime.asyncCommitPool),
    reactions: namedReactions(reactions),
    applied: signal.emit,
    isAwaited: signal.isAwaited,
    rpc,
    self: { type: 'service', id: name, name },
    producers,
    nats,
    subjects,
    sessionConfig: runtime.sessionConfig,
    schema: runtime.schema,
    sweepMs: config.SWEEP_SECONDS * 1_000,
  });
}
