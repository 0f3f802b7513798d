/**
 * One job, one run: ask the neighbours, take the lease, start the agent, keep what it says, end
 * the run. A job may come twice or late; only the conditional update of `takeRun` starts anything.
 */
import { join, resolve } from 'node:path';
import type { Runtime } from '@muster/service-kit';
import { part } from '@muster/service-kit';
import { notStarted, type Adapter } from '../adapters/adapter.ts';
import type { ChooseAdapter } from '../adapters/choose.ts';
import type { SchedulerConfig } from '../config.ts';
import type { RunJob } from '../hints.ts';
import type { Waiting } from '../store/run-lifecycle.ts';
import { restAgent } from '../store/rests.ts';
import { advanceOffers, postponeOffer } from '../store/run-sweep.ts';
import { askLeave, type Granted, type Leave } from './ask-leave.ts';
import { openCleaner } from './clean-output.ts';
import { callAgent } from './call-agent.ts';
import { chooseRun } from './choose-run.ts';
import { completeRun, failQueuedRun, refuseRun } from './end-runs.ts';
import { endingOf } from './ending.ts';
import { runSpan } from './job-span.ts';
import type { Leases } from './leases.ts';
import { persist } from './persist.ts';
import { measureDelay } from './measure.ts';
import { offerRun } from './offer-run.ts';
import { openRunOutput } from './run-output.ts';
import { tokenOf, variablesOf } from './run-variables.ts';
import { writeRuns } from './say-run.ts';
import { openSession } from './session.ts';
import { watchSlice } from './slice.ts';
import { takeRun, type Started } from './start-run.ts';

/** How soon a run is offered again that could not ask its neighbours. */
const ASK_AGAIN_SECONDS = 3;

export interface WorkerParts {
  readonly runtime: Runtime;
  readonly config: SchedulerConfig;
  readonly choose: ChooseAdapter;
  readonly leases: Leases;
  /** Runs that are about to be started by this process. */
  readonly chosen: Set<string>;
}

export async function heartbeat(parts: WorkerParts, job: RunJob): Promise<void> {
  const { runtime, config, chosen } = parts;
  const maxPerCompany = config.MUSTER_MAX_RUNS_PER_COMPANY;
  const waiting = await chooseRun(runtime.db, job.runId, { maxPerCompany, chosen });
  if (!waiting || chosen.has(waiting.id)) return;
  chosen.add(waiting.id);
  const traceparent = waiting.id === job.runId ? job.traceparent : waiting.traceparent;
  try {
    await begin(parts, waiting, traceparent);
  } finally {
    chosen.delete(waiting.id);
  }
}

async function begin(
  parts: WorkerParts,
  waiting: Waiting,
  traceparent: string | null,
): Promise<void> {
  const { runtime, config, choose } = parts;
  const { id: runId } = waiting;
  const leave = await askLeave(runtime, choose, waiting, traceparent);
  if (leave.answer !== 'granted') return stayQueued(runtime, runId, leave);
  const adapter = choose(leave.config.adapterType);
  const { timeoutSec } = adapter.limits(leave.config.adapterConfig);
  if (adapter.place === 'fetched') {
    const terms = { timeLimitSec: timeoutSec, sliceCents: leave.sliceCents };
    await writeRuns(runtime, (context) => offerRun(context, runId, terms), { traceparent });
    return;
  }
  const started = await writeRuns(
    runtime,
    (context) => takeRun(context, waiting, {
      leaseSeconds: config.LEASE_SECONDS,
      maxPerCompany: config.MUSTER_MAX_RUNS_PER_COMPANY,
      ...(adapter.place === 'called'
        ? { deadlineSeconds: timeoutSec }
        : { maxHere: config.MUSTER_MAX_RUNS }),
    }),
    { runId, traceparent },
  );
  if (!started) return;
  const span = () => runSpan(started.run, started.wakes);
  await part(span, () =>
    adapter.place === 'called'
      ? callAgent(parts, adapter, started, leave, traceparent)
      : carryOut(parts, adapter, started, leave, traceparent));
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
  { runtime, config, leases }: WorkerParts,
  adapter: Adapter,
  started: Started,
  { config: agent, sliceCents, ttlSeconds }: Granted,
  traceparent: string | null,
): Promise<void> {
  const { run } = started;
  const signal = leases.hold(run);
  const { timeoutSec, graceSec } = adapter.limits(agent.adapterConfig);
  const token = tokenOf(config, run, timeoutSec + graceSec);
  const cleaner = openCleaner(token, agent.hide);
  const spent = () => leases.spent(run.id);
  const session = await openSession({ runtime, config, adapter }, run, agent);
  const output = openRunOutput(runtime, run, cleaner, {
    onUsage: watchSlice({ runtime, run, sliceCents, ttlSeconds, spent }),
    onSession: session.named,
    onRest: async (notBefore) => void (await restAgent(runtime.db, run, notBefore)),
  });
  measureDelay(runtime, started.wakes);
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
  if (config.MUSTER_MAX_RUNS > 0) await advanceOffers(runtime.db, null);
  else if (config.MUSTER_MAX_RUNS_PER_COMPANY > 0) await advanceOffers(runtime.db, run.companyId);
}
