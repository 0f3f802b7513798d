/** What a run of a local agent would find on its runner. */
import {
  agents,
  adapterOf,
  isCliAgent,
  Refusal,
  runErrors,
  type AgentCheck,
  type Output,
} from '@muster/contracts';
import {
  INSPECTION_MAX_MS,
  type Findings,
  type IsolationName,
  type Outcome,
  type Program,
} from '@muster/runner-protocol';
import type { LocalAdapter } from '../adapters/adapter.ts';
import { programOf } from '../adapters/cli-agents.ts';
import { failed, passed, unknown, warned } from '../domain/agent-check.ts';
import { checksOfFindings } from './check-of-findings.ts';
import { checksOfProvider } from './check-of-provider.ts';
import { worksInWorktree } from '../runs/worktree.ts';
import type { AgentToInspect } from '../local-signals.ts';
import type { InspectionAnswer } from '../runners/inspections.ts';
import type { RunnerConnection } from '../runners/runner-connection.ts';
import { shippedPrices } from '../price-list.ts';
import { findCheckoutFacts } from '../runs/checkout-facts.ts';
import { nearAddress } from '../runs/run-variables.ts';
import type { InspectorParts } from './inspector-parts.ts';

/** For all of it; the caller waits for ten seconds at most. */
const TOTAL_MS = 8_500;
/** A runner gets as much less, so that what it has found in time arrives in time. */
const WAY_MS = 1_000;

type RunConfig = Output<typeof agents, 'getRunConfig'>;

interface LocalAgent {
  readonly asked: AgentToInspect;
  readonly config: RunConfig;
  readonly adapter: LocalAdapter;
  /** By `performance.now()`. */
  readonly startedAt: number;
}

export async function inspectLocal(
  parts: InspectorParts,
  agent: LocalAgent,
): Promise<AgentCheck[]> {
  const { config, adapter } = agent;
  const apiUrl = nearAddress(parts.config);
  const program = adapter.program({
    config: config.adapterConfig,
    instructions: config.instructions?.body ?? '',
    variables: { SERVICE_API_URL: apiUrl },
  });
  if ('status' in program) return [checkOfRefusedStart(program)];
  const configured = [
    passed('configuration')('The configuration can be started'),
    passed('adapter')(`This installation starts agents of the type ${config.adapterType}`),
    ...checksOfCodingAgent(parts, config),
  ];
  const chosen = chooseConnection(parts, config);
  if ('level' in chosen) return [...configured, chosen];
  const answer = await ask(chosen, agent, program, apiUrl);
  if (answer === 'busy') throw new Refusal('check_in_progress');
  if (answer === undefined || answer === 'runner_busy') {
    return [...configured, checkOfNoAnswer(answer)];
  }
  return [
    ...configured,
    passed('runner')('The runner of the agent is connected'),
    checkOfIsolation(chosen.isolation),
    ...checksOfFindings({
      findings: answer,
      ...pathsOf(program),
      ...whatIsKnown(parts, agent, program),
      others: await countOthers(parts, config, answer),
      ended: await listEnded(parts, config, answer),
    }),
  ];
}

const pathsOf = ({ cwd, instructionsFile }: Program) => ({ cwd, instructionsFile });

const whatIsKnown = (
  { config: { MUSTER_CLI_FREEDOM } }: InspectorParts,
  { config: { adapterType, adapterConfig }, adapter }: LocalAgent,
  { command: [program] }: Program,
) => ({
  // The board has named it; another one is the operator's, and is not told.
  program: adapterOf(adapterType).commandKeys.includes('command') ? program : undefined,
  hasVersion: adapter.versionCommand !== undefined,
  freedom: isCliAgent(adapterType) ? MUSTER_CLI_FREEDOM : undefined,
  temporaryPathMax: isCliAgent(adapterType)
    ? programOf(adapterType).temporaryPathMax?.({ freedom: MUSTER_CLI_FREEDOM })
    : undefined,
  workspace: worksInWorktree({ adapterType, adapterConfig })
    ? ('worktree' as const)
    : ('shared' as const),
});

/** Its run would end at once, by the same code. */
function checkOfRefusedStart({ errorCode, error }: Outcome): AgentCheck {
  const check = errorCode === 'adapter_unavailable' ? 'adapter' : 'configuration';
  return failed(check)(error ?? 'It cannot be started', hintOf(errorCode));
}

/** The names of its keys only; and whether the board has written instructions. */
function checksOfCodingAgent(
  { config }: InspectorParts,
  { adapterType, adapterConfig, instructions }: RunConfig,
): AgentCheck[] {
  if (!isCliAgent(adapterType)) return [];
  const asked = checksOfProvider({
    type: adapterType,
    agent: programOf(adapterType),
    adapterConfig,
    prices: config.MUSTER_PRICES_FILE ?? shippedPrices(),
  });
  const stored = instructions
    ? passed('instructions')(`Its instructions are version ${instructions.version}`)
    : warned('instructions')(
        'The agent has no instructions',
        'write them: PATCH /api/agents/:agentId/instructions',
      );
  return [...asked, stored];
}

function chooseConnection(
  { runners }: InspectorParts,
  { companyId, runtimeConfig: { runner: label } }: RunConfig,
): RunnerConnection | AgentCheck {
  const name = runners.choose({ companyId, label });
  if (name === undefined) {
    return failed('runner')(
      label === undefined
        ? 'No runner serves agents of this company without a label'
        : `No runner with the label ${label} serves this company`,
      'have the operator add one to MUSTER_RUNNERS, or change runtimeConfig.runner',
    );
  }
  const connection = runners.connection(name);
  if (!connection) {
    const hint = 'wait until it is back, or have the operator look at it; runs wait meanwhile';
    return failed('runner')('The runner of the agent is not connected', hint);
  }
  return connection.can('inspect')
    ? connection
    : unknown('runner')(
        'The runner is of a release that cannot look at agents',
        'have the operator upgrade it; runs start all the same',
      );
}

async function ask(
  connection: RunnerConnection,
  { asked: { requestId, ...agent }, adapter, startedAt }: LocalAgent,
  { command: [program], cwd, instructionsFile }: Program,
  apiUrl: string,
): Promise<InspectionAnswer | undefined> {
  const leftMs = Math.max(WAY_MS + 1, TOTAL_MS - (performance.now() - startedAt));
  const { promise: silence, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), leftMs);
  const answer = connection.inspect({
    inspectionId: requestId,
    ...agent,
    inspection: {
      program,
      versionCommand: adapter.versionCommand ? [...adapter.versionCommand] : null,
      cwd,
      instructionsFile,
      apiUrl,
      forMs: Math.ceil(Math.min(leftMs - WAY_MS, INSPECTION_MAX_MS)),
    },
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}

const checkOfNoAnswer = (answer: 'runner_busy' | undefined): AgentCheck =>
  answer === undefined
    ? unknown('runner')('The runner did not answer in time', 'check again')
    : unknown('runner')('The runner looks at other agents', 'check again in ten seconds');

const checkOfIsolation = (isolation: IsolationName): AgentCheck =>
  isolation === 'none'
    ? warned('isolation')(
        'Nothing keeps the programs of agents on this runner apart',
        'have the operator set MUSTER_ISOLATION to user or sandbox',
      )
    : passed('isolation')(`What keeps agents on this runner apart: ${isolation}`);

async function countOthers(
  { runtime }: InspectorParts,
  { companyId, agentId, adapterConfig }: RunConfig,
  { folder }: Findings,
): Promise<number | undefined> {
  const { cwd } = adapterConfig;
  const isShared = typeof folder === 'object' && folder.repositoryOf !== null;
  if (!isShared || typeof cwd !== 'string') return 0;
  return runtime
    .clientFor(agents)
    .countAgentsInFolder({ companyId, agentId, cwd })
    .then(
      ({ count }) => count,
      () => undefined,
    );
}

async function listEnded(
  { runtime }: InspectorParts,
  { companyId, agentId, adapterConfig }: RunConfig,
  { worktrees = [] }: Findings,
): Promise<readonly string[] | undefined> {
  const { cwd } = adapterConfig;
  if (worktrees.length === 0 || typeof cwd !== 'string') return [];
  return findCheckoutFacts(runtime, { companyId, agentId, issueId: null }, cwd).then(
    ({ ended }) => ended,
    () => undefined,
  );
}

const hintOf = (errorCode: string | null): string | undefined => {
  const known: Readonly<Record<string, { readonly meaning: string; readonly hint?: string }>> =
    runErrors;
  return known[errorCode ?? '']?.hint;
};
