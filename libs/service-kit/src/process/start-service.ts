/**
 * Starting and stopping a service: a list of parts that are started in order and drained from the
 * end, so that work in progress never loses what it depends on. A start that fails drains the parts
 * that were started.
 */
import { randomBytes } from 'node:crypto';
import type { Contract } from '@muster/contracts';
import { startBulkEffects } from '../bulk-effects/advance-bulk-effects.ts';
import { baseConfig, readConfig, type ServiceConfig } from '../config.ts';
import type { Background, ServiceDefinition } from '../define-service.ts';
import { startErasingCompanies } from '../erasure/erase-companies.ts';
import { dbOn } from '../postgres/sql.ts';
import { openAppliedSignal, type AppliedSignal } from '../reactions/applied-signal.ts';
import { openReactor, type Reactor } from '../reactions/react.ts';
import { namedReactions } from '../reactions/reaction.ts';
import { openServer } from '../rpc/serve.ts';
import type { Runtime } from '../runtime.ts';
import { openLogger } from '../telemetry/logger.ts';
import { startDeletingByAge } from './delete-by-age.ts';
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
  const { erasure, reactions, agedRows } = definition;
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
  const background = runningPart('background', () =>
    definition.start?.(runtime, writeOptions.parts),
  );
  const parts = partsOf(
    [
      ...connectionsOf(runtime),
      ops,
      { name: 'setup', start: setup.start, drain: nothing },
      { name: 'publisher', drain: publisher.drain },
      { name: 'server', ...server },
      { name: 'reactions', ...reactor },
      runningPart('bulk effects', () =>
        startBulkEffects({ ...runtime, ...writeOptions, effects: definition.bulkEffects ?? [] }),
      ),
      runningPart(
        'erasure of companies',
        () => erasure && startErasingCompanies({ ...runtime, runtime, erasure, reactions }),
      ),
      // Drained before what may be in the middle of a step: a server that listens stops at once.
      background,
      runningPart('deletion by age', () =>
        startDeletingByAge({ ...runtime, db: dbOn(runtime.asyncCommitPool), agedRows }),
      ),
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

/** What runs from its start on, if anything does. */
function runningPart(
  name: string,
  start: () => Background | undefined | Promise<Background | undefined>,
): Part & { port(): number | undefined } {
  let running: Background | undefined;
  return {
    name,
    start: async () => {
      running = await start();
    },
    drain: async () => running?.drain(),
    port: () => running?.port,
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
  if (Object.keys(reactions).length === 0) return noReactor;
  const { writeOptions, config, db, nats, subjects } = runtime;
  return openReactor({
    ...writeOptions,
    db,
    asyncCommitDb: dbOn(runtime.asyncCommitPool),
    reactions: namedReactions(reactions),
    applied: signal.emit,
    isAwaited: signal.isAwaited,
    logOf: runtime.logOf,
    nats,
    subjects,
    sessionConfig: runtime.sessionConfig,
    schema: runtime.schema,
    sweepMs: config.SWEEP_SECONDS * 1_000,
  });
}
