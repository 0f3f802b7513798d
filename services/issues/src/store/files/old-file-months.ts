/** What a company has sent in months that are long over. */
import { sql, type OldRows } from '@muster/service-kit';

export const oldFileMonths = (): OldRows => ({
  table: sql`file_months`,
  by: sql`month`,
  below: sql`(now() - interval '400 days')::date`,
});
