/**
 * Starting and stopping a service. Up: configuration, connections, ops server, a look whether the
 * setup command was here, relay, requests, reactions, background work. Down: the same list from the
 * end, so that nothing that is under way loses what it stands on; a start that fails takes the same
 * way down.
 */
import { randomBytes } from 'node:crypto';
import type { Contract, ServiceName } from '@muster/contracts';
import { awaitSetUp } from './await-set-up.ts';
import { baseConfig, readConfig } from './config.ts';
import type { ServiceDefinition } from './define-service.ts';
import { forgetOldAnswers } from './idempotency.ts';
import { appliedSignal, logHandlers, type AppliedSignal } from './log-operations.ts';
import { openLog } from './log.ts';
import { measureProcess } from './measure-process.ts';
import { openRuntime, type OpenRuntime } from './open-runtime.ts';
import { startOpsServer, type Readiness } from './ops-server.ts';
import { startReactor, type Reactor } from './react.ts';
import { startRelay } from './relay.ts';
import type { Runtime } from './runtime.ts';
import { serve } from './serve.ts';
import { dbOn, none, sql } from './sql.ts';

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
  const runtime = await openRuntime(definition, config, replica, log);
  const ends = openEnds(runtime);
  try {
    const parts = await startParts(definition, runtime, replica, ends);
    log.info({ opsPort: parts.opsPort }, 'started');
    return { runtime, ...parts, stop: ends.run };
  } catch (error) {
    await ends.run();
    throw error;
  }
}

/** What has to be ended, in the order in which it was started. */
interface Ends {
  begun: boolean;
  add(end: () => Promise<void>): void;
  run(): Promise<void>;
}

function openEnds({ log, nats, tracer, endDatabase }: OpenRuntime): Ends {
  const list: (() => Promise<void>)[] = [
    async () => tracer?.drain(), endDatabase, () => nats.drain(),
  ];
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    for (const end of list.toReversed()) {
      await end().catch((error: unknown) => log.warn({ err: error }, 'a part did not end well'));
    }
    log.info('stopped');
  };
  const ends: Ends = {
    begun: false,
    add: (end) => void list.push(end),
    run: () => {
      ends.begun = true;
      return (running ??= runAll());
    },
  };
  return ends;
}

async function startParts<C extends Contract>(
  definition: ServiceDefinition<C>,
  runtime: OpenRuntime,
  replica: string,
  ends: Ends,
): Promise<Pick<RunningService, 'opsPort' | 'sweep'>> {
  const { machine, config } = runtime;
  const started: Started = { waitsFor: 'starting' };
  const ops = await startOpsServer({
    host: config.OPS_HOST,
    port: config.OPS_PORT,
    metrics: measureProcess(runtime, VERSION),
    readiness: { checks: readinessChecks(runtime, started, ends) },
  });
  ends.add(ops.close);
  await awaitSetUp({
    ...runtime,
    name: machine.contract.name,
    migrations: definition.migrations,
    producers: producersIn(definition),
    waitsFor: (what) => {
      started.waitsFor = `waits for the setup command: ${what}`;
    },
  });
  const relay = startRelay({
    ...runtime, pool: runtime.redoable, producer: machine.contract.name,
  });
  ends.add(relay.drain);
  machine.nudgeRelay = relay.nudge;
  const signal = appliedSignal();
  const reactions = { current: noReactor };
  const server = await serve({
    ...runtime,
    ...machine,
    handlers: definition.operations,
    logHandlers: logHandlers(machine.contract, signal, () => reactions.current),
    locate: definition.locate,
    version: VERSION,
  });
  ends.add(server.drain);
  reactions.current = startReactions(definition, runtime, replica, signal);
  ends.add(reactions.current.drain);
  const background = await definition.start?.(runtime);
  if (background) ends.add(background.drain);
  const forget = setInterval(() => forgetAnswers(runtime), FORGET_MS);
  ends.add(async () => clearInterval(forget));
  started.waitsFor = '';
  return { opsPort: ops.port, sweep: reactions.current.sweep };
}

function forgetAnswers({ redoable, log }: OpenRuntime): void {
  forgetOldAnswers(dbOn(redoable)).catch((error: unknown) =>
    log.warn({ err: error }, 'cannot forget'));
}

/** A service that reacts to nobody has nothing to compare and nothing to drain. */
const noReactor: Reactor = {
  sweep: async () => undefined,
  catchUp: () => undefined,
  flush: async () => undefined,
  drain: async () => undefined,
};

const producersIn = ({ reactions }: Pick<ServiceDefinition, 'reactions'>): ServiceName[] =>
  [...new Set(Object.values(reactions).map(({ producer }) => producer.name))];

function startReactions(
  { reactions }: Pick<ServiceDefinition, 'reactions'>,
  runtime: OpenRuntime,
  replica: string,
  signal: AppliedSignal,
): Reactor {
  const list = Object.values(reactions);
  const producers = producersIn({ reactions });
  if (producers.length === 0) return noReactor;
  const { machine, config, db, rpc, nats, subjects } = runtime;
  return startReactor({
    ...machine,
    db,
    redoable: dbOn(runtime.redoable),
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

/** Empty once everything is up. */
interface Started {
  waitsFor: string;
}

const readinessChecks = (
  { db, nats }: OpenRuntime,
  started: Started,
  ends: { readonly begun: boolean },
): Readiness['checks'] => ({
  started: () => {
    if (started.waitsFor) throw new Error(started.waitsFor);
  },
  draining: () => {
    if (ends.begun) throw new Error('stopping');
  },
  postgres: () => none(db, sql`select 1`),
  nats: () => nats.flush(),
});
