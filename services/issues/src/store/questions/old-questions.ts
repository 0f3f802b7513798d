/** Questions that have ended long ago, in the order of their ends. */
import { sql, type OldRows } from '@muster/service-kit';

export const oldQuestions = (days: number): OldRows => ({
  table: sql`questions`,
  by: sql`closed_at`,
  below: sql`(now() - make_interval(secs => ${days * 86_400}))`,
  where: sql`state <> 'open'`,
});
