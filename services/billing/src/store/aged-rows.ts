/**
 * Deleting reservations that were settled or voided. They are found in the order of the ids of their
 * runs, which is that of their age. A cost that comes for such a run later is booked without one.
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

const DELETE_BATCH = 2_000;

export async function deleteOldReservations(
  db: Db,
  days: number,
  after = NIL_UUID,
): Promise<Deleted> {
  const deleted = await many<{ runId: string }>(
    db,
    sql`
    with old as materialized (
      select run_id from reservations
      where run_id > ${after}::uuid and run_id < ${idOfDaysAgo(days)} and state <> 'held'
        and created_at < now() - make_interval(secs => ${days * 86_400})
      order by run_id limit ${DELETE_BATCH} for update skip locked
    )
    delete from reservations where run_id = any (array(select run_id from old)) returning run_id`,
  );
  return deletedAt(deleted.map(({ runId }) => runId));
}
