/** Deleting the answers that clients no longer retry for. */
import { deleteOldest, type AgedRows, type Deleted } from '../postgres/aged-rows.ts';
import { sql, type Db, type Statement } from '../postgres/sql.ts';

/** Answers deleted by one statement: it holds its locks only briefly. */
const DELETE_BATCH = 5_000;

export const oldAnswers: readonly AgedRows[] = [
  { table: 'requests', deleteBatch: (db, _, after) => deleteAnswers(db, sql`requests`, after) },
  {
    table: 'refused_requests',
    deleteBatch: (db, _, after) => deleteAnswers(db, sql`refused_requests`, after),
  },
];

const deleteAnswers = (db: Db, table: Statement, after?: string): Promise<Deleted> =>
  deleteOldest(
    db,
    {
      table,
      by: sql`created_at`,
      below: sql`now() - interval '48 hours'`,
      limit: DELETE_BATCH,
    },
    after,
  );
