/** The answers that clients no longer retry for. */
import { byAge, type AgedRows, type OldRows } from '../postgres/aged-rows.ts';
import { sql, type Statement } from '../postgres/sql.ts';

const olderThanTwoDays = (table: Statement): OldRows => ({
  table,
  by: sql`created_at`,
  below: sql`now() - interval '48 hours'`,
});

export const oldAnswers: readonly AgedRows[] = [
  byAge('requests', olderThanTwoDays(sql`requests`)),
  byAge('refused_requests', olderThanTwoDays(sql`refused_requests`)),
];
