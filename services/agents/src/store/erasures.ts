/** Companies that wait for their erasure, and what is left of those that are gone. */
import { ERASURE_GRACE_DAYS, serviceNames, type CompanyErasure } from '@muster/contracts';
import {
  firstRows,
  many,
  maybeOne,
  none,
  one,
  sql,
  type Db,
  type ErasureReceipt,
  type FirstRows,
  type TimeAndId,
} from '@muster/service-kit';

/** The caller holds the company. */
export const scheduleErasure = (db: Db, companyId: string, userId: string): Promise<void> =>
  none(
    db,
    sql`
    update companies set
      status_before_erasure = status, status = 'archived',
      erases_at = now() + make_interval(days => ${ERASURE_GRACE_DAYS}),
      erasure_requested_by = ${userId}, erasure_requested_at = now(),
      updated_at = now(), version = version + 1
    where id = ${companyId}`,
  );

/** The caller holds the company. */
export const withdrawErasure = (db: Db, companyId: string): Promise<void> =>
  none(
    db,
    sql`
    update companies set
      status = status_before_erasure, status_before_erasure = null, erases_at = null,
      erasure_requested_by = null, erasure_requested_at = null,
      updated_at = now(), version = version + 1
    where id = ${companyId} and erases_at is not null`,
  );

export const hasErasureBegun = async (db: Db, companyId: string): Promise<boolean> =>
  (await maybeOne(db, sql`select from company_erasures where company_id = ${companyId}`)) !==
  undefined;

/** Companies of one pass: the next one follows within seconds. */
const DUE_MAX = 100;

export const listDueCompanies = async (db: Db): Promise<string[]> =>
  (
    await many<{ id: string }>(
      db,
      sql`
      select id from companies c
      where erases_at <= now() and status = 'archived'
        and not exists (select from company_erasures e where e.company_id = c.id)
      order by erases_at limit ${DUE_MAX}`,
    )
  ).map(({ id }) => id);

/** Locks the company, and looks again: it may have been taken back. False where it has not begun. */
export const beginErasure = async (db: Db, companyId: string): Promise<boolean> => {
  await none(db, sql`select from companies where id = ${companyId} for update`);
  const begun = await maybeOne(
    db,
    sql`
    insert into company_erasures (company_id, requested_by_user_id, requested_at)
    select id, erasure_requested_by, erasure_requested_at from companies
    where id = ${companyId} and erases_at <= now() and status = 'archived'
    on conflict (company_id) do nothing
    returning company_id`,
  );
  return begun !== undefined;
};

export const saveReceipt = (
  db: Db,
  service: string,
  { companyId, begunAt, erasedAt, deleted }: ErasureReceipt,
): Promise<void> =>
  none(
    db,
    sql`
    insert into erasure_receipts (company_id, service, begun_at, erased_at, deleted)
    values (${companyId}, ${service}, ${begunAt}, ${erasedAt}, ${JSON.stringify(deleted)}::jsonb)
    on conflict (company_id, service) do nothing`,
  );

export interface ErasureState {
  /** Every service has deleted what it has. */
  readonly isReported: boolean;
  /** And the log of this service, from which the others have learnt of it, is gone. */
  readonly isComplete: boolean;
}

export const findErasureState = (db: Db, companyId: string): Promise<ErasureState | undefined> =>
  maybeOne(
    db,
    sql`
    select finished_at is not null as is_complete, (
        select count(*) = ${serviceNames.length} from erasure_receipts r
        where r.company_id = e.company_id
      ) as is_reported
    from company_erasures e where company_id = ${companyId}`,
  );

/** Events of one statement: some milliseconds. */
const EVENTS_MAX = 1_000;

/** Deletes some of the company's log in this service, and its head with the last. */
export async function deleteLog(db: Db, companyId: string): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`
    with gone as (
      delete from events where company_id = ${companyId} and seq in (
        select seq from events where company_id = ${companyId} order by seq limit ${EVENTS_MAX}
      ) returning 1
    )
    select count(*)::integer as count from gone`,
  );
  if (count > 0) return count;
  await none(db, sql`delete from event_heads where company_id = ${companyId}`);
  await none(
    db,
    sql`update company_erasures set finished_at = coalesce(finished_at, now())
      where company_id = ${companyId}`,
  );
  return 0;
}

/** The newest first. */
export const listErasureRows = (
  db: Db,
  { before, size }: { before: TimeAndId | undefined; size: number },
): Promise<FirstRows<CompanyErasure>> =>
  firstRows<CompanyErasure>(
    db,
    sql`
    select company_id, requested_by_user_id, requested_at, begun_at, finished_at, coalesce((
        select jsonb_agg(jsonb_build_object(
          'service', r.service, 'deleted', r.deleted,
          'begunAt', to_char(r.begun_at at time zone 'UTC', ${ISO}),
          'erasedAt', to_char(r.erased_at at time zone 'UTC', ${ISO})
        ) order by r.service)
        from erasure_receipts r where r.company_id = e.company_id
      ), '[]') as services
    from company_erasures e
    where (begun_at, company_id) < (
      ${before?.[0] ?? 'infinity'}::timestamptz,
      ${before?.[1] ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid
    )
    order by begun_at desc, company_id desc limit ${size + 1}`,
    size,
    { json: ['services'] },
  );

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
