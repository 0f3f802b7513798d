/** The checkout of a run: what it is made from, and which others may go, is asked of the issues. */
import type { Outcome, Program, Worktree } from '@muster/runner-protocol';
import type { Runtime } from '@muster/service-kit';
import { notStarted } from '../adapters/adapter.ts';
import type { HeldRun } from '../domain/held-run.ts';
import { authorizationFor } from '../domain/repo-credential.ts';
import {
  commitTermsOf,
  worksInWorktree,
  worktreeOf,
  type CheckoutFacts,
} from '../runs/worktree.ts';
import type { RunnerConnection } from '../runners/runner-connection.ts';
import { findCheckoutFacts } from '../runs/checkout-facts.ts';
import { findNames, type AgentNames } from '../store/runs/run-issues.ts';
import type { RunConfig } from './admit-run.ts';

interface WorktreeParts {
  readonly runtime: Runtime;
  readonly agent: RunConfig;
  readonly run: HeldRun;
  readonly connection: RunnerConnection | undefined;
  /** What the sandbox of the program puts into the folder that it works in. */
  readonly masks: readonly string[];
  /** What no commit may hold. */
  readonly secrets: readonly string[];
}

/** Whether the work of the agent's runs is committed: a runner of the release before does not. */
export const hasCommits = (
  agent: Pick<RunConfig, 'adapterType' | 'adapterConfig'>,
  connection: RunnerConnection | undefined,
): boolean => worksInWorktree(agent) && connection?.can('commits') === true;

/** The program, in a checkout of its own where the agent has those; or why it is not started. */
export async function withWorktree(
  { runtime, agent, run, connection, masks, secrets }: WorktreeParts,
  program: Program | Outcome,
): Promise<Program | Outcome> {
  if ('status' in program || !worksInWorktree(agent)) return program;
  const { cwd } = program;
  if (cwd === null && run.issueId === null) return program;
  if (connection && !connection.can('worktree')) return outdated;
  try {
    const [names = unnamed, facts] = await Promise.all([
      findNames(runtime.db, run),
      findCheckoutFacts(runtime, run, cwd),
    ]);
    const repository = cwd === null ? repositoryOf(facts, agent) : undefined;
    if (cwd === null && !repository) return noRepository;
    if (repository && connection && !connection.can('clone')) return outdated;
    const worktree = { ...worktreeOf(facts, names.urlKey), ...(repository && { repository }) };
    if (!hasCommits(agent, connection)) return { ...program, worktree };
    const commit = { ...commitTermsOf(facts, names, run), secrets: [...secrets] };
    return { ...program, worktree: { ...worktree, masks: [...masks], commit } };
  } catch (error) {
    runtime.log.warn({ err: error, runId: run.id }, 'the checkout of a run is not known');
    // Counts as a lost lease: the run is retried a few times.
    return notStarted('lease_lost', 'The checkout of the issue is not known');
  }
}

/** What is cloned for an agent without a folder. */
function repositoryOf(
  { repoUrl }: CheckoutFacts,
  { adapterConfig }: Pick<RunConfig, 'adapterConfig'>,
): Worktree['repository'] {
  if (typeof repoUrl !== 'string') return undefined;
  const authorization = authorizationFor(repoUrl, adapterConfig);
  return { url: repoUrl, ...(authorization !== undefined && { authorization }) };
}

const noRepository = notStarted(
  'adapter_config',
  'adapterConfig.cwd: workspace worktree needs a repository: name its folder here, or its address as the ' +
    "repoUrl of a workspace of the issue's project",
);

const unnamed: AgentNames = { name: '', urlKey: '' };

const outdated = notStarted(
  'adapter_unavailable',
  'The runner is of a release that makes no checkouts; the operator upgrades it',
);
