/**
 * The scheduler on a stage, with stand-ins that answer the calls of a starting run: the agents
 * service its configuration, billing its reservation.
 */
import {
  agents,
  billing,
  type AgentSnapshot,
  type CompanySnapshot,
  type Contract,
  type EventName,
  type Input,
  type Output,
  type Payload,
  Refusal,
  type Run,
  type scheduler,
} from '@muster/contracts';
import { aCompany, anAgent, boardActor, openStage, standInOf, type Stage } from '@muster/test-kit';
import { inject } from 'vitest';
import { ensureQueueTables } from '../src/queue/queue-tables.ts';
import { schedulerService } from '../src/service.ts';
import { openRunner, type TestRunner } from './open-runner.ts';

/** Longest that a test waits for something to happen, perhaps on a busy machine. */
const PATIENCE_MS = 40_000;
const LOOK_MS = 15;

type Reservation = Output<typeof billing, 'reserveRun'>;
type RunConfig = Output<typeof agents, 'getRunConfig'>;

const PRINT_REPORT = `const printReport = (report) =>
  console.log(JSON.stringify({ nonce: process.env.SERVICE_RUN_NONCE, ...report }));
`;

export interface Opened {
  readonly stage: Stage<typeof scheduler>;
  /** Starts the agents of local adapters. */
  readonly runner: TestRunner;
  /** Answers of the agents service about adapters. */
  readonly adapters: Map<
    string,
    Pick<RunConfig, 'adapterType' | 'adapterConfig'> & {
      readonly hide?: readonly string[];
      readonly runtimeConfig?: Partial<RunConfig['runtimeConfig']>;
      readonly instructions?: RunConfig['instructions'];
      readonly skillsSha256?: string;
    }
  >;
  /** Answers of the agents service about skills, and for which agents it was asked. */
  readonly skills: Map<string, Output<typeof agents, 'getRunSkills'>>;
  readonly skillsAsked: string[];
  /** Refusals that the agents service answers with instead. */
  readonly refusals: Map<string, Refusal>;
  /** What billing was asked. */
  readonly reservations: Input<typeof billing, 'reserveRun'>[];
  /** How billing answers; a thrown error is a fault of billing. */
  reserve: (ask: Input<typeof billing, 'reserveRun'>) => Reservation | Promise<Reservation>;
  receive<C extends Contract, N extends EventName<C>>(
    from: C,
    name: N,
    event: { companyId: string; entityId: string; payload: Payload<C, N> },
  ): Promise<void>;
  company(overrides?: Partial<CompanySnapshot>): Promise<CompanySnapshot>;
  /** An agent whose process runs `script` in Node; `printReport` prints a line with the nonce. */
  agent(
    companyId: string,
    script: string,
    overrides?: Partial<AgentSnapshot>,
  ): Promise<AgentSnapshot>;
  /** Sets what the agents service answers; the scheduler needs an event as well. */
  configure(
    companyId: string,
    agentId: string,
    script: string,
    adapterType?: AgentSnapshot['adapterType'],
  ): void;
  wake(agentId: string): Promise<Run>;
  /** The run once `is` holds for it. */
  runWhen(runId: string, is: (run: Run) => boolean, patienceMs?: number): Promise<Run>;
  finished(runId: string, patienceMs?: number): Promise<Run>;
  logOf(runId: string): Promise<string>;
  /** The time that the agent waits for, after a failure or a refusal, is over now. */
  passWait(agentId: string): Promise<void>;
  close(): Promise<void>;
}

export type Backend = 'redis' | 'postgres';

export const backends: readonly Backend[] = ['redis', 'postgres'];

/** The one in Postgres is always there. */
export const hasBackend = (backend: Backend): boolean =>
  backend === 'postgres' || inject('servers').redisUrl !== undefined;

export async function eventually<T>(
  look: () => Promise<T | undefined>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await look().catch(unlessRetryable);
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error('it did not happen in time');
    await new Promise<void>((next) => {
      setTimeout(() => next(), LOOK_MS);
    });
  }
}

/** On a busy machine an answer may not come before its deadline. */
function unlessRetryable(error: unknown): undefined {
  if (!(error instanceof Refusal && error.retryable)) throw error;
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
  const runner = await openRunner();
  const { redisUrl } = inject('servers');
  const stage = await openStage(schedulerService, {
    prepare: prepareQueue,
    env: {
      MUSTER_RUNNERS: JSON.stringify([runner.settings]),
      WAKE_SWEEP_MS: '50',
      DRAIN_SECONDS: '0',
      MUSTER_ADAPTERS: 'process,alpha_local,beta_local',
      ...(backend === 'redis' && redisUrl ? { REDIS_URL: redisUrl } : {}),
      ...env,
    },
  });
  const adapters: Opened['adapters'] = new Map();
  const refusals: Opened['refusals'] = new Map();
  const skills: Opened['skills'] = new Map();
  const skillsAsked: string[] = [];
  const companies = new Map<string, string>();
  const reservations: Input<typeof billing, 'reserveRun'>[] = [];
  await stage.standIn(
    standInOf(agents, {
      locateAgent: async () => {
        throw new Refusal('agent_not_found');
      },
      countAgentsInFolder: async ({ companyId, agentId, cwd }) => ({
        count: [...adapters].filter(
          ([other, { adapterConfig }]) =>
            other !== agentId && companies.get(other) === companyId && adapterConfig['cwd'] === cwd,
        ).length,
      }),
      getRunSkills: async ({ agentId }) => {
        skillsAsked.push(agentId);
        return skills.get(agentId) ?? { agentId, files: [], sha256: null };
      },
      getRunConfig: async ({ agentId }) => {
        const refusal = refusals.get(agentId);
        if (refusal) throw refusal;
        return {
          agentId,
          companyId: companies.get(agentId),
          name: 'Agent',
          runtimeConfig: {},
          hide: [],
          ...adapters.get(agentId),
        };
      },
    }),
  );
  await stage.standIn(
    standInOf(billing, {
      reserveRun: async (ask) => {
        reservations.push(ask);
        return opened.reserve(ask);
      },
    }),
  );
  const board = stage.as(boardActor());
  const opened: Opened = {
    stage,
    runner,
    adapters,
    skills,
    skillsAsked,
    refusals,
    reservations,
    reserve: () => ({ granted: true, cents: 0, reason: null }),
    receive: stage.receive,
    async company(overrides) {
      const payload = aCompany(overrides);
      const { companyId } = payload;
      await opened.receive(agents, 'company.created', { companyId, entityId: companyId, payload });
      return payload;
    },
    configure(companyId, agentId, script, adapterType = 'process') {
      companies.set(agentId, companyId);
      adapters.set(agentId, {
        adapterType,
        adapterConfig: {
          command: process.execPath,
          args: ['-e', PRINT_REPORT + script],
          graceSec: 1,
        },
      });
    },
    async agent(companyId, script, overrides) {
      const payload = anAgent(overrides);
      opened.configure(companyId, payload.agentId, script, payload.adapterType);
      await opened.receive(agents, 'agent.created', {
        companyId,
        entityId: payload.agentId,
        payload,
      });
      return payload;
    },
    wake: (agentId) =>
      eventually(async () => {
        const run = await board.wakeAgent({ agentId });
        if (run.status !== 'skipped') return run;
        // The processes of a run that was stopped still end; the next run carries the wake-up.
        if (run.reason === 'waiting') return undefined;
        throw new Error(`skipped: ${run.reason}`);
      }),
    runWhen: (runId, is, patienceMs) =>
      eventually(async () => {
        const run = await board.getRun({ runId });
        return is(run) ? run : undefined;
      }, patienceMs),
    finished: (runId, patienceMs) => opened.runWhen(runId, isOver, patienceMs),
    logOf: async (runId) => (await board.getRunLog({ runId })).text,
    async passWait(agentId) {
      await stage.db.run({
        text: `update roster set hold_until = now() - interval '1 ms'
          where agent_id = $1 and hold_until < 'infinity' returning 1`,
        values: [agentId],
      });
    },
    async close() {
      await stage.close();
      await runner.close();
    },
  };
  return opened;
}
