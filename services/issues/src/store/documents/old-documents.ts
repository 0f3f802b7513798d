/** Documents that were deleted long ago; their versions go with them. */
import { sql, type OldRows } from '@muster/service-kit';

export const oldDocuments = (): OldRows => ({
  table: sql`documents`,
  by: sql`deleted_at`,
  below: sql`now() - interval '30 days'`,
});
