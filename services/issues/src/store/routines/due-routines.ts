/** Routines whose moment has come, and firings that need wait no longer. */
import { many, maybeOne, sql, type Db, type Statement } from '@muster/service-kit';

export interface DueRoutine {
  readonly id: string;
  readonly companyId: string;
  readonly nextFireAt: string;
  readonly name: string;
  readonly activatedByUserId: string;
  readonly activatedByName: string;
}

const author: Statement = sql`r.name, r.activated_by_user_id, r.activated_by_name`;

export const dueRoutinesStatement = (
  after: DueRoutine | undefined,
  limit: number,
): Statement => sql`
  select r.id, r.company_id, r.next_fire_at, ${author} from routines r
  where r.next_fire_at is not null and r.next_fire_at <= now() ${
    after
      ? sql`and (r.next_fire_at, r.id) > (${after.nextFireAt}::timestamptz, ${after.id}::uuid)`
      : sql``
  }
  order by r.next_fire_at, r.id limit ${limit}`;

export const listDueRoutines = (
  db: Db,
  after: DueRoutine | undefined,
  limit: number,
): Promise<DueRoutine[]> => many<DueRoutine>(db, dueRoutinesStatement(after, limit));

/** Nothing where another replica has the routine, or has decided about the moment. */
export const isStillDue = async (db: Db, { id, companyId }: DueRoutine): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    select id from routines
    where id = ${id} and company_id = ${companyId} and next_fire_at <= now()
    for no key update skip locked`,
  )) !== undefined;

export interface ReadyFiring {
  readonly id: string;
  readonly companyId: string;
  readonly routineId: string;
  readonly name: string;
  readonly activatedByUserId: string | null;
  readonly activatedByName: string | null;
}

/** The first queued firing of each routine whose last issue has ended, or which does not wait for it. */
export const readyFiringsStatement = (
  after: ReadyFiring | undefined,
  limit: number,
): Statement => sql`
  select distinct on (f.routine_id) f.id, f.company_id, f.routine_id, ${author}
  from routine_firings f
  join routines r on r.id = f.routine_id and r.company_id = f.company_id
  left join issues i on i.id = r.last_issue_id and i.company_id = r.company_id
  where f.outcome = 'queued' and r.activated_by_user_id is not null
    and (r.status = 'active' or (r.status = 'paused' and f.cause <> 'clock'))
    and (r.overlap <> 'queue' or i.id is null or i.status in ('done', 'cancelled')) ${
      after ? sql`and f.routine_id > ${after.routineId}::uuid` : sql``
    }
  order by f.routine_id, f.moment limit ${limit}`;

export const listReadyFirings = (
  db: Db,
  after: ReadyFiring | undefined,
  limit: number,
): Promise<ReadyFiring[]> => many<ReadyFiring>(db, readyFiringsStatement(after, limit));
