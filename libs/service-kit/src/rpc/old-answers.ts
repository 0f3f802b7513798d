/** Deleting the answers that clients no longer retry for. */
import { deletedAt, type AgedRows, type Deleted } from '../postgres/aged-rows.ts';
import { many, sql, type Db, type Statement } from '../postgres/sql.ts';

/** Answers deleted by one statement: it holds its locks only briefly. */
const DELETE_BATCH = 5_000;

export const oldAnswers: readonly AgedRows[] = [
  { table: 'requests', deleteBatch: (db, _, after) => deleteAnswers(db, sql`requests`, after) },
  {
    table: 'refused_requests',
    deleteBatch: (db, _, after) => deleteAnswers(db, sql`refused_requests`, after),
  },
];

/** By the place of the rows: they are found once, in the order of their index. */
async function deleteAnswers(db: Db, table: Statement, after = '-infinity'): Promise<Deleted> {
  const deleted = await many<{ createdAt: string }>(
    db,
    sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table}
      where created_at >= ${after}::timestamptz and created_at < now() - interval '48 hours'
      order by created_at limit ${DELETE_BATCH} for update skip locked
    ))
    returning created_at`,
  );
  return deletedAt(deleted.map(({ createdAt }) => createdAt));
}
