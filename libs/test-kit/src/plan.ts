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
