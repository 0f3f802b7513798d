/**
 * Deleting ended runs with their logs, and wake-ups that have done their work. Both are found in the
 * order of their ids, which is that of their age. What is old and still alive stays where it is; it is
 * passed over, and there is little of it.
 */
import {
  deletedAt,
  idOfDaysAgo,
  many,
  NIL_UUID,
  sql,
  type Db,
  type Deleted,
} from '@muster/service-kit';
import { isLive } from './run-states.ts';

/** Of runs, whose logs have up to some thousand rows each. */
const RUNS_BATCH = 200;
const WAKES_BATCH = 2_000;

const deletedOf = (rows: readonly { readonly id: string }[]): Deleted =>
  deletedAt(rows.map(({ id }) => id));

export const deleteOldRuns = async (db: Db, days: number, after = NIL_UUID): Promise<Deleted> =>
  deletedOf(
    await many<{ id: string }>(
      db,
      sql`
    with old as materialized (
      select id from runs
      where id > ${after}::uuid and id < ${idOfDaysAgo(days)}
        and not (status ${isLive} or held)
        and finished_at < now() - make_interval(secs => ${days * 86_400})
      order by id limit ${RUNS_BATCH} for update skip locked
    ), logs as (
      delete from run_log where run_id = any (array(select id from old))
    )
    delete from runs where id = any (array(select id from old)) returning id`,
    ),
  );

/** Not those of a run that is still alive, which may carry them once more. */
export const deleteOldWakes = async (db: Db, days: number, after = NIL_UUID): Promise<Deleted> =>
  deletedOf(
    await many<{ id: string }>(
      db,
      sql`
    with old as materialized (
      select w.id from wakeups w
      where w.id > ${after}::uuid and w.id < ${idOfDaysAgo(days)} and w.status <> 'pending'
        and not exists (
          select from runs r where r.id = w.run_id and (r.status ${isLive} or r.held)
        )
      order by w.id limit ${WAKES_BATCH} for update skip locked
    )
    delete from wakeups where id = any (array(select id from old)) returning id`,
    ),
  );
