/** What the scheduler keeps for a time only. Costs, comments and activity of a run stay. */
import type { AgedRows } from '@muster/service-kit';
import type { SchedulerConfig } from './config.ts';
import { deleteOldRuns, deleteOldWakes } from './store/aged-rows.ts';

export const agedRows: readonly AgedRows<SchedulerConfig>[] = [
  {
    table: 'runs',
    deleteBatch: (db, { RETENTION_RUNS_DAYS }, after) =>
      deleteOldRuns(db, RETENTION_RUNS_DAYS, after),
  },
  {
    table: 'wakeups',
    deleteBatch: (db, { RETENTION_WAKEUPS_DAYS }, after) =>
      deleteOldWakes(db, RETENTION_WAKEUPS_DAYS, after),
  },
];
