/** What a store function's statement has read, from `explain (analyze, buffers)`: it is executed. */
import type { Db } from '@muster/service-kit';

/** Pages of 8 KiB, in memory or not. */
export async function pagesOf(db: Db, query: (db: Db) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const explaining: Db = {
    run: async ({ text, values }) => {
      const rows = await db.run<{ 'QUERY PLAN': readonly [{ Plan: Record<string, number> }] }>({
        text: `explain (analyze, buffers, format json) ${text}`,
        values,
      });
      const plan = Object.values(rows[0] ?? {})[0]?.[0].Plan ?? {};
      pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      return [];
    },
  };
  await query(explaining);
  return pages;
}
