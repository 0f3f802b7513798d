/**
 * Ended runs, their logs, and wake-ups that have done their work. All are found in the order of ids, which
 * is that of their age. What is old and still alive stays where it is; it is passed over, and there is
 * little of it.
 */
import {
  deletedAt,
  idOfDaysAgo,
  idOlderThan,
  many,
  maybeOne,
  NIL_UUID,
  sql,
  type Batch,
  type Db,
  type Deleted,
  type OldRows,
  type Statement,
} from '@muster/service-kit';
import { isLive } from './runs/run-states.ts';

const dueSince = (days: number): Statement =>
  sql`(now() - make_interval(secs => ${days * 86_400}))`;

const isOld = (days: number): Statement => sql`
  id < ${idOfDaysAgo(days)} and not (status ${isLive} or held) and finished_at < ${dueSince(days)}`;

/** @param from behind an id, or from it on */
const listOldRuns = async (db: Db, days: number, from: Statement, limit: number) =>
  (
    await many<{ id: string }>(
      db,
      sql`select id from runs where ${from} and ${isOld(days)} order by id limit ${limit}`,
    )
  ).map(({ id }) => id);

/** Above the start of every piece of a log, in bytes. */
const PAST_ALL_PIECES = 2_147_483_647;

/** Pieces of a log sort by their start: as text, too, with so many digits. */
const positionOf = (runId: string, start: number): string =>
  `${runId} ${`${start}`.padStart(10, '0')}`;

const placeOf = (after: string | undefined) => {
  const [runId = NIL_UUID, start = '-1'] = after?.split(' ') ?? [];
  return { runId, start: Number(start) };
};

/**
 * Pieces of the logs of a number of old runs. A log may have thousands, so a run keeps its row until it has
 * none left.
 */
export async function deleteOldLogs(db: Db, days: number, batch: Batch): Promise<Deleted> {
  const { runId } = placeOf(batch.after);
  // One more than its pieces: the first of them is the last one of the batch before.
  const runs = await listOldRuns(db, days, sql`id >= ${runId}::uuid`, batch.limit + 1);
  const lastRun = runs.at(-1);
  if (lastRun === undefined) return { count: 0 };
  const deleted = await deletePieces(db, runs, batch);
  if (deleted.count === batch.limit) return deleted;
  const last = positionOf(lastRun, PAST_ALL_PIECES);
  return { count: deleted.count, ...(last === batch.after ? {} : { last }) };
}

export async function deletePieces(
  db: Db,
  runs: readonly string[],
  { after, limit }: Batch,
): Promise<Deleted> {
  const { runId, start } = placeOf(after);
  const deleted = await many<{ runId: string; start: number }>(
    db,
    sql`
    delete from run_log where ctid = any (array(
      select piece.tuple from unnest(${runs}::uuid[]) r (id) cross join lateral (
        select l.ctid as tuple from run_log l
        where l.run_id = r.id
          and l.start > case when r.id = ${runId}::uuid then ${start}::integer else -1 end
        order by l.start limit ${limit} for update skip locked
      ) piece limit ${limit}
    ))
    returning run_id, start`,
  );
  return deletedAt(deleted.map((piece) => positionOf(piece.runId, piece.start)));
}

/** Of a number of old runs those whose logs are gone; a log that is left is the next pass's. */
export async function deleteOldRuns(db: Db, days: number, batch: Batch): Promise<Deleted> {
  const { after = NIL_UUID, limit } = batch;
  const runs = await listOldRuns(db, days, sql`id > ${after}::uuid`, limit);
  const last = runs.at(-1);
  return last === undefined ? { count: 0 } : { count: await deleteRuns(db, runs), last };
}

export const deleteRuns = async (db: Db, runs: readonly string[]): Promise<number> =>
  (
    await many(
      db,
      sql`
    delete from runs where id = any (array(
      select r.id from runs r
      where r.id = any (${runs}::uuid[])
        and not exists (select from run_log l where l.run_id = r.id)
      order by r.id for update skip locked
    )) returning id`,
    )
  ).length;

/** For how many seconds the first old run from this position on has been due. */
export async function overdueOfRuns(
  db: Db,
  days: number,
  after: string | undefined,
): Promise<number> {
  const { runId } = placeOf(after);
  const oldest = await maybeOne<{ seconds: number }>(
    db,
    sql`
    select extract(epoch from ${dueSince(days)} - finished_at)::float8 as seconds from runs
    where id > ${runId}::uuid and ${isOld(days)} order by id limit 1`,
  );
  return oldest?.seconds ?? 0;
}

/** Not those of a run that is still alive, which may carry them once more. */
export const oldWakes = (days: number): OldRows => ({
  table: sql`wakeups`,
  ...idOlderThan(sql`id`, days),
  where: sql`status <> 'pending' and not exists (
    select from runs r where r.id = wakeups.run_id and (r.status ${isLive} or r.held)
  )`,
});
