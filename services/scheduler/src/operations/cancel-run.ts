import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { isFinished } from '../domain/run-moves.ts';
import { cancelRunByHand } from '../jobs/end-runs.ts';
import { lockRun } from '../store/runs.ts';

export const cancelRun: Handler<typeof scheduler, 'cancelRun'> = async ({ runId }, context) => {
  const run = await lockRun(context.db, context.scope, runId);
  if (!run) throw new Refusal('run_not_found');
  if (isFinished(run.status)) throw new Refusal('run_already_finished', { status: run.status });
  const cancelled = await cancelRunByHand(context, runId);
  return cancelled ?? run;
};
