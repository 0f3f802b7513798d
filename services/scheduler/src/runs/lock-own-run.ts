/** Locks the run of the calling agent; refuses a run that is not the agent's to report on. */
import { Refusal } from '@muster/contracts';
import { isFinished } from '../domain/run-moves.ts';
import { findTerms } from '../store/remote-runs.ts';
import type { HeldRun } from '../domain/held-run.ts';
import { lockHeldRun } from '../store/runs/runs.ts';
import type { SchedulerContext } from './run-transaction.ts';

export async function lockOwnRun(
  { db, scope, actor }: SchedulerContext,
  runId: string,
): Promise<HeldRun> {
  const run = await lockHeldRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  if (run.agentId !== actor.id) throw new Refusal('not_your_run');
  if (run.status === 'queued') throw new Refusal('run_not_started');
  const hasDeadline = (await findTerms(db, runId)) !== undefined;
  // A run that was cancelled before it started never had a holder.
  if (!hasDeadline && !(isFinished(run.status) && !run.startedAt)) {
    throw new Refusal('run_held_here');
  }
  return run;
}
