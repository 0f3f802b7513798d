/**
 * Of several processes of a remote agent one gets the run: the one whose conditional update starts
 * it. The others are refused, and so is a process that repeats the call because its answer was
 * lost. A run that no process works on expires, is lost and is offered again.
 */
import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { schedulerConfigOf } from '../config.ts';
import { RESERVATION_MARGIN_SECONDS } from '../domain/slice.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { publicAddress, runTokenOf, runVariablesOf } from '../runs/run-variables.ts';
import { startQueuedRun } from '../runs/start-run.ts';
import { findTerms, findOfferedWake, type OfferedWakeState } from '../store/remote-runs.ts';

export const ackWake: Handler<typeof scheduler, 'ackWake', SchedulerParts> = async (
  { wakeId },
  context,
) => {
  const { db, scope, actor, afterCommit, parts } = context;
  const findWake = () => findOfferedWake(db, scope, wakeId);
  const wake = await findWake();
  if (wake && wake.agentId !== actor.id) throw new Refusal('not_your_run');
  if (!wake?.runId || !wake.isOffered) throw notTaken(wake);
  const { runId, companyId, agentId, timeLimitSec } = wake;
  const config = schedulerConfigOf(context);
  const started = await startQueuedRun(
    context,
    { id: runId, companyId, agentId },
    {
      leaseSeconds: config.LEASE_SECONDS,
      maxPerCompany: config.MUSTER_MAX_RUNS_PER_COMPANY,
      deadlineSeconds: timeLimitSec,
    },
  );
  // The process that was first has committed by now.
  if (!started) throw notTaken(await findWake());
  const terms = await findTerms(db, runId);
  if (!terms) throw new Error(`run ${runId} was started without a deadline`);
  const ttlSeconds = Math.ceil(timeLimitSec) + RESERVATION_MARGIN_SECONDS;
  afterCommit(() => parts.signals.emit('taken', started.run, ttlSeconds));
  const token = runTokenOf(config, started.run, timeLimitSec);
  const access = { apiUrl: publicAddress(config), token };
  const variables = runVariablesOf(started, access, started.wakes[0]?.traceparent ?? null);
  const { fence: _, ...run } = started.run;
  return { run, variables, ...terms };
};

function notTaken(wake: OfferedWakeState | undefined): Refusal {
  if (!wake) return new Refusal('wake_not_found');
  const { status, runId, runStatus } = wake;
  return status === 'delivered'
    ? new Refusal('wake_already_taken', { runId, runStatus })
    : new Refusal('wake_not_offered', { status });
}
