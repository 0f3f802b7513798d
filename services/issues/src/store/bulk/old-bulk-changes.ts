/** Receipts of changes of many issues, in the order of their ends. */
import { sql, type OldRows } from '@muster/service-kit';

export const oldBulkChanges = (): OldRows => ({
  table: sql`bulk_changes`,
  by: sql`finished_at`,
  below: sql`now() - interval '30 days'`,
});
