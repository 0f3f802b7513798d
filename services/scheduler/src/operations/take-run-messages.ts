import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { SchedulerParts } from '../local-signals.ts';
import { emitDelivered } from '../runs/run-messages.ts';
import { takeWaiting } from '../store/run-messages.ts';
import { findRun } from '../store/runs/runs.ts';

export const takeRunMessages: Handler<typeof scheduler, 'takeRunMessages', SchedulerParts> = async (
  { runId },
  context,
) => {
  const { db, scope, actor } = context;
  const run = await findRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  if (run.agentId !== actor.id) throw new Refusal('not_your_run');
  const taken = await takeWaiting(db, run);
  emitDelivered(
    context,
    run,
    taken.map(({ id }) => id),
  );
  return taken;
};
