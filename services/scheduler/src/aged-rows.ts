/** What the scheduler keeps for a time only. Costs, comments and activity of a run stay. */
import { byAge, type AgedRows } from '@muster/service-kit';
import type { SchedulerConfig } from './config.ts';
import { deleteOldLogs, deleteOldRuns, oldWakes, overdueOfRuns } from './store/aged-rows.ts';

const overdueSeconds: AgedRows<SchedulerConfig>['overdueSeconds'] = (
  db,
  { RETENTION_RUNS_DAYS },
  after,
) => overdueOfRuns(db, RETENTION_RUNS_DAYS, after);

export const agedRows: readonly AgedRows<SchedulerConfig>[] = [
  {
    table: 'run_log',
    deleteBatch: (db, { RETENTION_RUNS_DAYS }, batch) =>
      deleteOldLogs(db, RETENTION_RUNS_DAYS, batch),
    overdueSeconds,
  },
  {
    table: 'runs',
    deleteBatch: (db, { RETENTION_RUNS_DAYS }, batch) =>
      deleteOldRuns(db, RETENTION_RUNS_DAYS, batch),
    overdueSeconds,
  },
  byAge('wakeups', ({ RETENTION_WAKEUPS_DAYS }: SchedulerConfig) =>
    oldWakes(RETENTION_WAKEUPS_DAYS),
  ),
];
