/** Has a runner start the agent of a run, and follows the run to its end. */
import { FrameError, type Outcome, type Program } from '@muster/runner-protocol';
import { metricsOf, type Runtime } from '@muster/service-kit';
import { notStarted, type LocalAdapter } from '../adapters/adapter.ts';
import type { Checkpoint } from '../domain/checkpoint.ts';
import { causeTimeMs, type CarriedWake } from '../domain/run-context.ts';
import { schedulerMetrics } from '../metrics.ts';
import { nearAddress, runVariablesOf } from '../runs/run-variables.ts';
import type { RunnerConnection } from '../runners/runner-connection.ts';
import type { StartedRun } from '../runs/start-run.ts';
import type { Granted } from './admit-run.ts';
import { composeMemo } from './compose-memo.ts';
import { endingOf } from './ending-of-outcome.ts';
import { followRun } from './follow-run.ts';
import { openMasker } from './output/mask-output.ts';
import { recordEnd, runnerLost } from './record-end.ts';
import { sealMemo, type RunMemo } from './run-memo.ts';
import { hasCommits, withWorktree } from './run-worktree.ts';
import type { RunnerHolding } from './runner-holding.ts';
import type { WorkerParts } from './worker-parts.ts';

export interface LocalStart {
  readonly adapter: LocalAdapter;
  readonly started: StartedRun;
  readonly granted: Granted;
  readonly holding: RunnerHolding;
  readonly traceparent: string | null;
}

export async function runLocalAgent(parts: WorkerParts, start: LocalStart): Promise<void> {
  const { run, wakes } = start.started;
  const signal = parts.leases.hold(run, start.holding);
  const memo = await composeMemo(parts, start);
  observeWakeDelay(parts.runtime, wakes);
  const next = await startProgram(parts, start, { memo, signal });
  if (!next || memo.session === null) return;
  // Once: a program without a session has none to be dropped.
  const session = { ...memo.session, offered: null, counts: null };
  const fresh = { ...memo, session, hasDroppedSession: true };
  await startProgram(parts, start, { memo: fresh, signal, from: next });
}

interface ProgramOfRun {
  readonly memo: RunMemo;
  /** Of the lease. */
  readonly signal: AbortSignal;
  /** Where the output of the former program has ended. */
  readonly from?: Checkpoint;
}

/** Returns where the output of a program without a session begins, if the run is to have one. */
async function startProgram(
  parts: WorkerParts,
  start: LocalStart,
  { memo, signal, from }: ProgramOfRun,
): Promise<Checkpoint | undefined> {
  const { runtime, config, leases, runners } = parts;
  const { granted, holding, traceparent } = start;
  const { run } = start.started;
  const connection = granted.runner === undefined ? undefined : runners.connection(granted.runner);
  const shared = programOf(parts, start, { memo, connection });
  const program = await withWorktree(
    {
      runtime,
      agent: granted.config,
      run,
      connection,
      masks: start.adapter.masks ?? [],
      secrets: [memo.token, ...memo.hide],
    },
    shared,
  );
  const { launches } = metricsOf(runtime.metrics, schedulerMetrics);
  const refuse = (outcome: Outcome) => recordRefusal(parts, start, memo, outcome);
  if ('status' in program) return refuse(program);
  if (!connection) {
    launches.inc({ outcome: 'cut_off' });
    await recordEnd(parts, run, { ending: runnerLost, traceparent });
    return undefined;
  }
  if (program.startsIn !== undefined && !connection.can('startsIn')) return refuse(outdated);
  const withInput = program.keepsInput ? { ...memo, keepsInput: true } : memo;
  const attachment = await connection
    .launch({
      runId: run.id,
      fence: run.fence,
      companyId: run.companyId,
      agentId: run.agentId,
      leaseMs: leases.leftMs(run.id),
      program,
      memo: sealMemo(config, run, withInput),
    })
    .catch(tooLong);
  if ('status' in attachment) return refuse(attachment);
  holding.attach(attachment);
  const followed = { run, memo: withInput, attachment, signal, from, ...repeatable(memo) };
  const { first, next } = await followRun(parts, followed);
  const outcome = first === 'launched' ? first : first === undefined ? 'cut_off' : 'refused';
  launches.inc({ outcome });
  return next;
}

const repeatable = ({ session }: RunMemo): { isRepeatable?: true } =>
  typeof session?.offered === 'string' ? { isRepeatable: true } : {};

/** The agent could not be started. */
async function recordRefusal(
  parts: WorkerParts,
  { started: { run }, traceparent }: LocalStart,
  memo: RunMemo,
  outcome: Outcome,
): Promise<undefined> {
  metricsOf(parts.runtime.metrics, schedulerMetrics).launches.inc({ outcome: 'refused' });
  const { mask } = openMasker(memo.token, memo.hide);
  const error = outcome.error === null ? null : mask(outcome.error);
  await recordEnd(parts, run, { ending: endingOf({ ...outcome, error }), traceparent });
}

function programOf(
  { config }: WorkerParts,
  { adapter, started, granted, traceparent }: LocalStart,
  {
    memo: { token, nonce, session },
    connection,
  }: { readonly memo: RunMemo; readonly connection: RunnerConnection | undefined },
): Program | Outcome {
  const { runner, config: agent } = granted;
  if (runner === undefined) return noRunner(agent.runtimeConfig.runner);
  const access = { apiUrl: nearAddress(config), token };
  const program = adapter.program({
    isolation: connection?.isolation,
    hasCommits: hasCommits(agent, connection),
    passesInput: connection?.can('input') === true,
    config: agent.adapterConfig,
    instructions: agent.instructions?.body ?? '',
    skills: granted.skills?.files ?? [],
    variables: {
      ...runVariablesOf(started, access, traceparent),
      SERVICE_RUN_NONCE: nonce,
      ...(session?.offered ? { SERVICE_SESSION_ID: session.offered } : {}),
    },
  });
  if ('status' in program || !connection?.can('outputs')) return program;
  return { ...program, outputs: { issueId: started.run.issueId } };
}

const noRunner = (label: string | undefined): Outcome =>
  notStarted(
    'adapter_unavailable',
    label === undefined
      ? 'No runner serves agents of this company without a label; the operator adds one (MUSTER_RUNNERS)'
      : `No runner with the label ${label} serves this company; the operator adds one (MUSTER_RUNNERS)`,
  );

const outdated = notStarted(
  'adapter_unavailable',
  'The runner is of a release that does not know the program of this adapter; the operator upgrades it',
);

/** The rest of a launch is small: it is what the agent configures that a runner does not take. */
function tooLong(error: unknown): Outcome {
  if (!(error instanceof FrameError)) throw error;
  return notStarted(
    'program_too_long',
    'The prompt, the arguments, the environment, the files and the secrets of the agent are more than a ' +
      'runner takes: 1 MB in all, 4,096 arguments, 4,096 variables, 1,000 files, 256 KB of secrets',
  );
}

/** The agent is about to start: how long each of its wake-ups has waited for that. */
function observeWakeDelay(runtime: Runtime, wakes: readonly CarriedWake[]): void {
  const { wakeDelay } = metricsOf(runtime.metrics, schedulerMetrics);
  for (const wake of wakes) {
    const seconds = Math.max(0, Date.now() - causeTimeMs(wake)) / 1_000;
    wakeDelay.observe({ source: wake.source }, seconds);
  }
}
