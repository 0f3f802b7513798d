import { Refusal, RUN_EVENTS_MAX, type scheduler } from '@muster/contracts';
import { activityOf, type Handler } from '@muster/service-kit';
import { listEventsOfRun } from '../store/run-output/run-events.ts';
import { findRun } from '../store/runs/runs.ts';

export const listRunEvents: Handler<typeof scheduler, 'listRunEvents'> = async (
  { runId, afterSeq, limit },
  { db, scope },
) => {
  const run = await findRun(db, scope, runId);
  if (!run) throw new Refusal('run_not_found');
  const { companyId } = run;
  const size = Math.min(limit, RUN_EVENTS_MAX);
  const events = await listEventsOfRun(db, { companyId, runId, afterSeq, limit: size });
  return events.map((event) => activityOf('scheduler', event));
};
