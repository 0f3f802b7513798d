/** Metrics of rows that go by their age, and of those that do not. */
import { metricSpecs } from './metric-specs.ts';

/** Tables of every service that are swept by age. */
const SWEPT_TABLES = ['requests', 'refused_requests'];

export const ageMetrics = ({
  agedRows = [],
}: {
  readonly agedRows?: readonly { readonly table: string }[];
}) => {
  const labels = { table: [...SWEPT_TABLES, ...new Set(agedRows.map(({ table }) => table))] };
  return metricSpecs({
    rowsDeleted: {
      type: 'counter',
      name: 'muster_rows_deleted_total',
      help: 'Rows deleted for their age, by table.',
      labels,
    },
    oldestDueRow: {
      type: 'gauge',
      name: 'muster_oldest_due_row_seconds',
      help: 'Time for which the oldest row that is to be deleted for its age has been due, after the last pass; 0 if none was left.',
      labels,
    },
    eventLogBytes: {
      type: 'gauge',
      name: 'muster_event_log_bytes',
      help: 'Size of the event log of the service in Postgres, with its indexes; read each hour.',
    },
  });
};
