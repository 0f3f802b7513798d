import { Refusal, type scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listRunMessages as listAll, listTakeable } from '../store/run-messages.ts';
import { findRun } from '../store/runs/runs.ts';

export const listRunMessages: Handler<typeof scheduler, 'listRunMessages'> = async (
  { runId, toTake },
  { db, scope },
) => {
  if (toTake) return listTakeable(db, scope, runId);
  if (!(await findRun(db, scope, runId))) throw new Refusal('run_not_found');
  return listAll(db, scope, runId);
};
