/** The run of the calling agent, locked; refuses what is not the agent's to speak of. */
import { Refusal, type Run, type scheduler } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { isFinished } from '../domain/run-moves.ts';
import { findTerms } from '../store/runs-elsewhere.ts';
import { lockRun } from '../store/runs.ts';

export async function lockOwnRun(
  { db, scope, actor }: Context<typeof scheduler>,
  runId: string,
): Promise<Run> {
  const run = await lockRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  if (run.agentId !== actor.id) throw new Refusal('not_your_run');
  if (run.status === 'queued') throw new Refusal('run_not_started');
  const isElsewhere = (await findTerms(db, runId)) !== undefined;
  // What was cancelled before it began was nobody's.
  if (!isElsewhere && !(isFinished(run.status) && !run.startedAt)) {
    throw new Refusal('run_held_here');
  }
  return run;
}
