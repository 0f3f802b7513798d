/** The query plan of a store function's statement, from `explain`. */
import type { Db, Statement } from '@muster/service-kit';

export async function planOf(db: Db, query: (db: Db) => Promise<unknown>): Promise<string> {
  let recorded: Statement | undefined;
  const recorder: Db = {
    run: async (statement) => {
      recorded = statement;
      return [];
    },
  };
  await query(recorder).catch(() => undefined);
  const rows = await db.run<Record<string, string>>({
    text: `explain ${recorded?.text}`,
    values: recorded?.values ?? [],
  });
  return rows.map((row) => Object.values(row)[0]).join('\n');
}

/** Pages of 8 KiB that a store function's statement reads, in memory or not. It is executed. */
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
