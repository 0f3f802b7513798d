import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findRun } from '../store/runs/runs.ts';

export const getRun: Handler<typeof scheduler, 'getRun'> = async ({ runId }, { db, scope }) => {
  const run = await findRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  return run;
};
