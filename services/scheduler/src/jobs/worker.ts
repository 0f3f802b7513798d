/**
 * One job, one run: ask the neighbours, take the lease, start the agent, keep what it says, end
 * the run. A job may come twice or late; only the conditional update of `takeRun` starts anything.
 */
import { join, resolve } from 'node:path';
import type { Run, RunVariable } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { deriveKey, onward, part, signRunToken } from '@muster/service-kit';
import type { Outcome } from '../adapters/adapter.ts';
import { notStarted } from '../adapters/adapter.ts';
import type { ChooseAdapter } from '../adapters/choose.ts';
import type { SchedulerConfig } from '../config.ts';
import { wakeVariables } from '../domain/run-context.ts';
import type { RunJob } from '../hints.ts';
import { findWaiting, type Ending } from '../store/run-lifecycle.ts';
import { advanceOffers, postponeOffer } from '../store/run-sweep.ts';
import { askLeave, type Leave } from './ask-leave.ts';
import { openCleaner } from './clean-output.ts';
import { BUDGET, completeRun, failQueuedRun, refuseRun } from './end-runs.ts';
import { runSpan } from './job-span.ts';
import type { Leases } from './leases.ts';
import { persist } from './persist.ts';
import { openRunOutput } from './run-output.ts';
import { writeRuns } from './say-run.ts';
import { openSession } from './session.ts';
import { watchSlice } from './slice.ts';
import { takeRun, type Started } from './start-run.ts';

/** How soon a run is offered again that could not ask its neighbours. */
const ASK_AGAIN_SECONDS = 3;
/** The token of a run outlives the longest run a little: its last request may be under way. */
const TOKEN_MARGIN_SECONDS = 60;

export interface WorkerParts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly choose: ChooseAdapter;
  readonly leases: Leases;
}

export async function heartbeat(parts: WorkerParts, { runId, traceparent }: RunJob): Promise<void> {
  const { runtime, config, choose } = parts;
  const waiting = await findWaiting(runtime.db, runId);
  if (!waiting) return;
  const leave = await askLeave(runtime, choose, waiting, traceparent);
  if (leave.answer !== 'granted') return stayQueued(runtime, runId, leave);
  const started = await writeRuns(
    runtime,
    (context) => takeRun(context, runId, {
      leaseSeconds: config.LEASE_SECONDS, maxPerCompany: config.MUSTER_MAX_RUNS_PER_COMPANY,
    }),
    { runId, traceparent },
  );
  if (!started) return;
  const span = () => runSpan(started.run, started.wakes);
  await part(span, () => carryOut(parts, started, leave, traceparent));
}

async function stayQueued(
  runtime: Runtime,
  runId: string,
  leave: Exclude<Leave, { answer: 'granted' }>,
): Promise<void> {
  if (leave.answer === 'later') {
    runtime.log.warn({ err: leave.cause, runId }, 'a run waits for an answer of another service');
    await postponeOffer(runtime.db, runId, ASK_AGAIN_SECONDS);
    return;
  }
  await writeRuns(runtime, (context) =>
    leave.answer === 'refused'
      ? refuseRun(context, runId, leave.error)
      : failQueuedRun(context, runId, leave));
}

async function carryOut(
  { runtime, config, choose, leases }: WorkerParts,
  started: Started,
  { config: agent, sliceCents, ttlSeconds }: Extract<Leave, { answer: 'granted' }>,
  traceparent: string | null,
): Promise<void> {
  const { run } = started;
  const signal = leases.hold(run);
  const adapter = choose(agent.adapterType);
  const { timeoutSec, graceSec } = adapter.limits(agent.adapterConfig);
  const token = tokenOf(config, run, timeoutSec + graceSec);
  const cleaner = openCleaner(token, agent.hide);
  const spent = () => leases.spent(run.id);
  const session = await openSession({ runtime, config, adapter }, run, agent);
  const output = openRunOutput(runtime, run, cleaner, {
    onUsage: watchSlice({ runtime, run, sliceCents, ttlSeconds, spent }),
    onSession: session.named,
  });
  const outcome = await adapter
    .start({
      agentId: run.agentId,
      config: agent.adapterConfig,
      variables: { ...variablesOf(config, started, token, traceparent), ...session.variables },
      home: join(resolve(config.MUSTER_RUNS_DIR), run.agentId),
      signal,
      onOutput: output.write,
    })
    .catch((error: unknown) => notStarted('not_started', String(error)));
  await output.end();
  await session.ended(outcome);
  const error = outcome.error === null ? null : cleaner.clean(outcome.error);
  const ending = { ...endingOf({ ...outcome, error }), resultSummary: output.summary() };
  await persist(runtime.log, config.LEASE_SECONDS, () =>
    writeRuns(
      runtime,
      (context) => completeRun(context, run, ending, output.usage()),
      { runId: run.id, traceparent },
    ));
  leases.letGo(run.id);
  if (config.MUSTER_MAX_RUNS_PER_COMPANY > 0) await advanceOffers(runtime.db, run.companyId);
}

/** Good for this run only, and not much longer than it may last. */
const tokenOf = (config: SchedulerConfig, run: Run, longestSeconds: number): string =>
  signRunToken(deriveKey(config.MUSTER_SECRET, 'run-token'), {
    runId: run.id,
    agentId: run.agentId,
    companyId: run.companyId,
    epoch: run.epoch,
    exp: Math.ceil(Date.now() / 1_000 + longestSeconds) + TOKEN_MARGIN_SECONDS,
  });

const variablesOf = (
  config: SchedulerConfig,
  { run, wakes }: Started,
  token: string,
  traceparent: string | null,
): Record<RunVariable | 'TRACEPARENT', string> => ({
  ...wakeVariables(wakes),
  SERVICE_API_URL: config.MUSTER_API_URL.replace(/\/+$/, ''),
  SERVICE_API_KEY: token,
  SERVICE_AGENT_ID: run.agentId,
  SERVICE_COMPANY_ID: run.companyId,
  SERVICE_RUN_ID: run.id,
  TRACEPARENT: onward(traceparent),
});

/** A run that was stopped by the end of this process, or taken away, is not anybody's wish. */
const endingOf = ({ status, errorCode, ...outcome }: Outcome): Ending => {
  if (errorCode === 'draining') {
    return { ...outcome, status: 'lost', errorCode: 'worker_stopped' };
  }
  if (errorCode === 'spent') {
    return { ...outcome, status, errorCode: BUDGET, error: 'Its slice is spent, billing is away' };
  }
  if (errorCode === 'taken') return { ...outcome, status: 'lost', errorCode: 'worker_lost' };
  return { ...outcome, status, errorCode };
};
