/**
 * One job, one run: choose the run, admit it, take the lease, then have it run or called. A
 * remote agent is offered its run instead. A job may come twice or late; only the conditional
 * update of `startQueuedRun` starts anything.
 */
import { childSpan, type Runtime } from '@muster/service-kit';
import type { CalledAdapter, LocalAdapter } from '../adapters/adapter.ts';
import type { RunJob } from '../run-job.ts';
import { endRunAs } from '../runs/end-runs.ts';
import { offerRun } from '../runs/offer-run.ts';
import { writeRun, writeRuns, type SchedulerContext } from '../runs/run-transaction.ts';
import { AT_LIMIT_RETRY_SECONDS, startQueuedRun, type StartedRun } from '../runs/start-run.ts';
import { isLastPlace } from '../domain/last-places.ts';
import { BUDGET } from '../domain/run-endings.ts';
import type { QueuedRun } from '../store/runs/run-lifecycle.ts';
import { advanceOffers, postponeOffer } from '../store/runs/run-sweep.ts';
import { admitRun, type Admission } from './admit-run.ts';
import { callAgent } from './call-agent.ts';
import { chooseRun } from './choose-run.ts';
import { runLocalAgent } from './run-local-agent.ts';
import { openHolding } from './runner-holding.ts';
import { runSpan } from './run-span.ts';
import type { WorkerParts } from './worker-parts.ts';

/** Delay before a run that got no answer about its admission is offered again. */
const ADMISSION_RETRY_SECONDS = 3;

export async function runHeartbeat(parts: WorkerParts, job: RunJob): Promise<void> {
  const { places } = parts;
  places.taken += 1;
  try {
    await runChosen(parts, job);
  } finally {
    places.taken -= 1;
    await offerKept(parts);
  }
}

/** Runs that were left out for the sake of others, where the place that is free now is not one of the last ones. */
async function offerKept({ runtime, places }: WorkerParts): Promise<void> {
  if (!places.hasKept || isLastPlace(places.taken + 1, places.count)) return;
  places.hasKept = false;
  await advanceOffers(runtime.db, null);
  places.onFreed();
}

async function runChosen(parts: WorkerParts, job: RunJob): Promise<void> {
  const { runtime, config, places, starting, findFairerRun } = parts;
  const isLast = isLastPlace(places.taken, places.count);
  const onKept = (): void => void (places.hasKept = true);
  const queued = await chooseRun(runtime.db, job.runId, {
    isLastPlace: isLast,
    onKept,
    maxPerCompany: config.MUSTER_MAX_RUNS_PER_COMPANY,
    starting,
    findFairerRun,
  });
  if (!queued || starting.has(queued.id)) return;
  const { id, companyId, isOneOfMany = true } = queued;
  // Runs of one company that were chosen at the same moment have each found that it holds none.
  if (isLast && isOneOfMany && [...starting.values()].includes(companyId)) {
    onKept();
    return postponeOffer(runtime.db, id, AT_LIMIT_RETRY_SECONDS);
  }
  starting.set(id, companyId);
  const traceparent = queued.id === job.runId ? job.traceparent : queued.traceparent;
  try {
    await admitAndRun(parts, queued, traceparent);
  } finally {
    starting.delete(id);
  }
}

async function admitAndRun(
  parts: WorkerParts,
  queued: QueuedRun,
  traceparent: string | null,
): Promise<void> {
  const { runtime, chooseAdapter } = parts;
  const { id: runId } = queued;
  const admission = await admitRun(parts, queued, traceparent);
  if (admission.answer !== 'granted') return rejectRun(runtime, runId, admission);
  const adapter = chooseAdapter(admission.config);
  const { timeoutSec: timeLimitSec } = adapter.limits(admission.config.adapterConfig);
  if (adapter.execution === 'remote') {
    const terms = { timeLimitSec, sliceCents: admission.sliceCents };
    await writeRuns(runtime, (context) => offerRun(context, queued, terms), { traceparent });
    return;
  }
  const holding = openHolding();
  const { runner } = admission;
  const started = await start(parts, adapter, { queued, timeLimitSec, traceparent, runner });
  if (!started) return;
  await childSpan(
    () => runSpan(started.run, started.wakes),
    () =>
      adapter.execution === 'called'
        ? callAgent(parts, adapter, started, admission, traceparent)
        : runLocalAgent(parts, { adapter, started, granted: admission, holding, traceparent }),
  );
}

const start = (
  { runtime, config }: WorkerParts,
  { execution }: LocalAdapter | CalledAdapter,
  {
    queued,
    timeLimitSec,
    traceparent,
    runner,
  }: {
    readonly queued: QueuedRun;
    readonly timeLimitSec: number;
    readonly traceparent: string | null;
    readonly runner: string | undefined;
  },
): Promise<StartedRun | undefined> => {
  const maxLocal = execution === 'called' ? 0 : config.MUSTER_MAX_RUNS;
  const work = (context: SchedulerContext) =>
    startQueuedRun(context, queued, {
      leaseSeconds: config.LEASE_SECONDS,
      maxPerCompany: config.MUSTER_MAX_RUNS_PER_COMPANY,
      maxLocal,
      ...(execution === 'called' ? { deadlineSeconds: timeLimitSec } : { runner }),
    });
  // The runs of all companies are counted in a transaction that sees them.
  if (maxLocal > 0) return writeRuns(runtime, work, { runId: queued.id, traceparent });
  return writeRun(runtime, queued, work, traceparent);
};

async function rejectRun(
  runtime: Runtime,
  runId: string,
  admission: Exclude<Admission, { answer: 'granted' }>,
): Promise<void> {
  if (admission.answer === 'later') {
    runtime.log.warn({ err: admission.cause, runId }, 'run admission got no answer');
    await postponeOffer(runtime.db, runId, ADMISSION_RETRY_SECONDS);
    return;
  }
  // The sweep offers it again; it cannot start before the quota begins.
  if (admission.answer === 'held') return;
  const { error } = admission;
  await writeRuns(runtime, (context) =>
    admission.answer === 'refused'
      ? endRunAs(context, 'refused', runId, { errorCode: BUDGET, error })
      : endRunAs(context, endingOfRefusal(admission.errorCode), runId, {
          errorCode: admission.errorCode,
          error,
        }),
  );
}

const endingOfRefusal = (errorCode: string): 'unstartable' | 'misconfigured' =>
  errorCode === 'agent_not_found' ? 'unstartable' : 'misconfigured';
