import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { endReasons } from '../domain/run-endings.ts';
import { isFinished } from '../domain/run-moves.ts';
import type { SchedulerParts } from '../local-signals.ts';
import { endRunAs } from '../runs/end-runs.ts';
import { lockRun } from '../store/runs/runs.ts';

export const cancelRun: Handler<typeof scheduler, 'cancelRun', SchedulerParts> = async (
  { runId },
  context,
) => {
  const run = await lockRun(context.db, context.scope, runId);
  if (!run) throw new Refusal('run_not_found');
  if (isFinished(run.status)) throw new Refusal('run_already_finished', { status: run.status });
  const cancelled = await endRunAs(context, 'cancelled', runId, endReasons.cancelled);
  return cancelled ?? run;
};
