/** How Postgres would run the statement of a store function, as `explain` puts it. */
import type { Db, Statement } from '@muster/service-kit';

export async function planOf(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string> {
  let asked: Statement | undefined;
  const listening: Db = {
    run: async (statement) => {
      asked = statement;
      return [];
    },
  };
  await ask(listening).catch(() => undefined);
  const rows = await db.run<Record<string, string>>({
    text: `explain ${asked?.text}`, values: asked?.values ?? [],
  });
  return rows.map((row) => Object.values(row)[0]).join('\n');
}
