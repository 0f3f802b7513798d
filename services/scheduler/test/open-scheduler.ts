/**
 * The scheduler on a stage, with neighbours that answer what a run asks before it starts: the
 * agents service its configuration, billing its reservation. They speak over NATS like the real
 * ones.
 */
import {
  agents, billing, logOperations, type AgentSnapshot, type CompanySnapshot, type Contract,
  type EventName, type Input, type Output, type Payload, type Run, type scheduler,
} from '@muster/contracts';
import {
  callOperation, defineService, type RunningService, type ServiceDefinition,
} from '@muster/service-kit';
import {
  aCompany, anAgent, boardActor, openStage, serviceActor, startSetUp, type Stage,
} from '@muster/test-kit';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { ensureQueueTables } from '../src/jobs/queue-tables.ts';
import { schedulerService } from '../src/service.ts';

/** Longest that a test waits for something to happen. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 15;

type Reservation = Output<typeof billing, 'reserveRun'>;
type RunConfig = Output<typeof agents, 'getRunConfig'>;

export interface Opened {
  readonly stage: Stage<typeof scheduler>;
  readonly runsDir: string;
  /** What the agents service says of an agent's adapter. */
  readonly adapters: Map<
    string, Pick<RunConfig, 'adapterType' | 'adapterConfig'> & Partial<Pick<RunConfig, 'hide'>>
  >;
  /** What billing was asked. */
  readonly reservations: Input<typeof billing, 'reserveRun'>[];
  /** How billing answers; a thrown error is a fault of billing. */
  reserve: (ask: Input<typeof billing, 'reserveRun'>) => Reservation;
  hear<C extends Contract, N extends EventName<C>>(
    from: C, name: N, saying: { companyId: string; entityId: string; payload: Payload<C, N> },
  ): Promise<void>;
  company(overrides?: Partial<CompanySnapshot>): Promise<CompanySnapshot>;
  /** An agent whose process runs `script` in Node. */
  agent(
    companyId: string, script: string, overrides?: Partial<AgentSnapshot>,
  ): Promise<AgentSnapshot>;
  /** The agents service answers for it; the scheduler has to be told otherwise. */
  configure(
    companyId: string, agentId: string, script: string, adapterType?: AgentSnapshot['adapterType'],
  ): void;
  wake(agentId: string): Promise<Run>;
  /** The run once `is` holds for it. */
  runWhen(runId: string, is: (run: Run) => boolean): Promise<Run>;
  finished(runId: string): Promise<Run>;
  logOf(runId: string): Promise<string>;
  close(): Promise<void>;
}

export type Backend = 'redis' | 'postgres';

/** The backends that this machine has; the one in Postgres is always there. */
export const backends = (): Backend[] =>
  inject('servers').redisUrl ? ['redis', 'postgres'] : ['postgres'];

export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error('it did not happen in time');
    await new Promise<void>((next) => {
      setTimeout(() => next(), LOOK_MS);
    });
  }
}

export const isOver = ({ status }: Run): boolean => status !== 'queued' && status !== 'running';

/** What the setup command makes for a scheduler without Redis. */
export const prepareQueue = (env: NodeJS.ProcessEnv): Promise<void> =>
  ensureQueueTables({
    databaseUrl: env['DATABASE_URL'] ?? '',
    schema: `${env['DB_SCHEMA']}_queue`,
    role: 'muster_scheduler',
  });

export async function openScheduler(
  env: Readonly<Record<string, string>> = {},
  backend: Backend = 'postgres',
): Promise<Opened> {
  const runsDir = mkdtempSync(join(tmpdir(), 'muster-runs-'));
  const { redisUrl } = inject('servers');
  const stage = await openStage(schedulerService, {
    prepare: prepareQueue,
    env: {
      MUSTER_RUNS_DIR: runsDir,
      WAKE_SWEEP_MS: '50',
      DRAIN_SECONDS: '0',
      ...(backend === 'redis' && redisUrl ? { REDIS_URL: redisUrl } : {}),
      ...env,
    },
  });
  const adapters: Opened['adapters'] = new Map();
  const companies = new Map<string, string>();
  const reservations: Input<typeof billing, 'reserveRun'>[] = [];
  const schema = stage.env['DB_SCHEMA'] ?? '';
  const speaking = (contract: Contract, answers: object) =>
    startSetUp(answering(contract, answers), {
      ...stage.env, DB_SCHEMA: schema.replace(/scheduler$/, contract.name),
    });
  const neighbours = new Map<string, RunningService>([
    ['agents', await speaking(agents, {
      getRunConfig: async ({ agentId }: { agentId: string }) => ({
        agentId, companyId: companies.get(agentId), name: 'Agent', runtimeConfig: {}, hide: [],
        ...adapters.get(agentId),
      }),
    })],
    ['billing', await speaking(billing, {
      reserveRun: async (ask: Input<typeof billing, 'reserveRun'>) => {
        reservations.push(ask);
        return opened.reserve(ask);
      },
    })],
  ]);
  const board = stage.as(boardActor());
  const opened: Opened = {
    stage, runsDir, adapters, reservations,
    reserve: () => ({ granted: true, cents: 0, reason: null }),
    async hear(from, name, saying) {
      const neighbour = neighbours.get(from.name);
      if (!neighbour) return stage.hear(from, name, saying);
      await neighbour.runtime.write(async ({ say }) => {
        (say as (name: string, saying: object) => void)(name, saying);
      });
      await applied(stage, neighbour, saying.companyId);
    },
    async company(overrides) {
      const payload = aCompany(overrides);
      const { companyId } = payload;
      await opened.hear(agents, 'company.created', { companyId, entityId: companyId, payload });
      return payload;
    },
    configure(companyId, agentId, script, adapterType = 'process') {
      companies.set(agentId, companyId);
      adapters.set(agentId, {
        adapterType,
        adapterConfig: { command: process.execPath, args: ['-e', script], graceSec: 1 },
      });
    },
    async agent(companyId, script, overrides) {
      const payload = anAgent(overrides);
      opened.configure(companyId, payload.agentId, script, payload.adapterType);
      await opened.hear(agents, 'agent.created', { companyId, entityId: payload.agentId, payload });
      return payload;
    },
    async wake(agentId) {
      const run = await board.wakeAgent({ agentId });
      if (run.status === 'skipped') throw new Error(`skipped: ${run.reason}`);
      return run;
    },
    runWhen: (runId, is) =>
      eventually(async () => {
        const run = await board.getRun({ runId });
        return is(run) ? run : undefined;
      }),
    finished: (runId) => opened.runWhen(runId, isOver),
    logOf: async (runId) => (await board.getRunLog({ runId })).text,
    async close() {
      await stage.close();
      await Promise.all([...neighbours.values()].map((neighbour) => neighbour.stop()));
      rmSync(runsDir, { recursive: true, force: true });
    },
  };
  return opened;
}

/** A service of that contract that answers these operations and has no others. */
function answering(contract: Contract, answers: object): ServiceDefinition {
  const absent = () => Promise.reject(new Error('nobody asks this here'));
  const all = Object.keys(contract.operations).map((name) => [name, absent]);
  return defineService({
    contract,
    migrations: new URL('./no-migrations/', import.meta.url),
    operations: { ...Object.fromEntries(all), ...answers },
    reactions: {},
    locate: {},
  });
}

async function applied(
  { service }: Stage<typeof scheduler>,
  neighbour: RunningService,
  companyId: string,
): Promise<void> {
  const [head] = await neighbour.runtime.db.run<{ seq: number }>({
    text: 'select seq from event_heads where company_id = $1', values: [companyId],
  });
  await callOperation(
    service.runtime.rpc, 'scheduler', 'awaitApplied', logOperations.awaitApplied,
    { producer: neighbour.runtime.name, companyId, seq: head?.seq ?? 0, waitMs: 2_000 },
    { actor: serviceActor() },
  );
}
