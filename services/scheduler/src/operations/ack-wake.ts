/**
 * One of several who ask gets the run: whoever's conditional update starts it. The others, and who
 * asks again because an answer was lost, are told so; a run that nobody works on goes silent, is
 * lost, and is offered anew.
 */
import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { SchedulerConfig } from '../config.ts';
import { tokenOf, variablesOf } from '../jobs/run-variables.ts';
import { takeRun } from '../jobs/start-run.ts';
import { findTerms, findWakeToTake, type WakeToTake } from '../store/runs-elsewhere.ts';

export const ackWake: Handler<typeof scheduler, 'ackWake'> = async ({ wakeId }, context) => {
  const { db, scope, actor } = context;
  const look = () => findWakeToTake(db, scope, wakeId);
  const wake = await look();
  if (wake && wake.agentId !== actor.id) throw new Refusal('not_your_run');
  if (!wake?.runId || !wake.isOffered) throw notTaken(wake);
  const { runId, agentId, timeLimitSec } = wake;
  const config = context.config as SchedulerConfig;
  const started = await takeRun(context, { id: runId, agentId }, {
    leaseSeconds: config.LEASE_SECONDS,
    maxPerCompany: config.MUSTER_MAX_RUNS_PER_COMPANY,
    deadlineSeconds: timeLimitSec,
  });
  // Whoever was first has committed by now.
  if (!started) throw notTaken(await look());
  const terms = await findTerms(db, runId);
  if (!terms) throw new Error(`run ${runId} was started without a deadline`);
  const token = tokenOf(config, started.run, timeLimitSec);
  const variables = variablesOf(config, started, token, started.wakes[0]?.traceparent ?? null);
  return { run: started.run, variables, ...terms };
};

function notTaken(wake: WakeToTake | undefined): Refusal {
  if (!wake) return new Refusal('wake_not_found');
  const { status, runId, runStatus } = wake;
  return status === 'delivered'
    ? new Refusal('wake_already_taken', { runId, runStatus })
    : new Refusal('wake_not_offered', { status });
}
