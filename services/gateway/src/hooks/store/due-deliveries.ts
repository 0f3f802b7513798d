/** Deliveries whose effect is due: which companies have some, the claim of a few of each, and how they end. */
import type { HookEffect } from '@muster/contracts';
import { many, NIL_UUID, none, sql, type Db } from '@muster/service-kit';

export interface WaitingCompany {
  readonly companyId: string;
  /** Otherwise what waits of it is claimed, or comes later. */
  readonly isDue: boolean;
}

/** Companies with pending deliveries after one of them: a probe of the index for each, however many wait. */
export const listWaitingCompanies = (
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<WaitingCompany[]> =>
  many<WaitingCompany>(
    db,
    sql`
    with recursive waiting as (
      (
        select company_id from hook_deliveries
        where status = 'pending' and company_id > ${after ?? NIL_UUID}::uuid
        order by company_id limit 1
      )
      union all
      select (
        select d.company_id from hook_deliveries d
        where d.status = 'pending' and d.company_id > w.company_id
        order by d.company_id limit 1
      )
      from waiting w where w.company_id is not null
    ), page as (select company_id from waiting where company_id is not null limit ${limit})
    select p.company_id, exists (
      select from hook_deliveries d
      where d.company_id = p.company_id and d.status = 'pending' and d.due_at <= now()
    ) as is_due
    from page p order by p.company_id limit ${limit}`,
  );

/** A delivery with what its effect needs. */
export interface DueDelivery {
  readonly id: string;
  readonly companyId: string;
  readonly attempts: number;
  readonly brought: Readonly<Record<string, string>>;
  readonly name: string;
  readonly effect: HookEffect;
  readonly byUserId: string;
  /** Of the person whose effect it is; null: they may not write any more. */
  readonly byName: string | null;
}

/** The first few of each of the companies, for a while. */
export const claimDue = (
  db: Db,
  companyIds: readonly string[],
  { ofEach, seconds }: { readonly ofEach: number; readonly seconds: number },
): Promise<DueDelivery[]> =>
  many<DueDelivery>(
    db,
    sql`
    with due as (
      select own.id, own.company_id
      from unnest(${companyIds}::uuid[]) as c (company_id), lateral (
        select d.id, d.company_id from hook_deliveries d
        where d.company_id = c.company_id and d.status = 'pending' and d.due_at <= now()
        order by d.due_at limit ${ofEach} for no key update skip locked
      ) own
    ), claimed as (
      update hook_deliveries d
      set due_at = now() + make_interval(secs => ${seconds}::double precision),
        attempts = attempts + 1
      from due where d.id = due.id and d.company_id = due.company_id
      returning d.id, d.company_id, d.hook_id, d.attempts, d.brought, d.received_at
    )
    select d.id, d.company_id, d.attempts, d.brought, h.name, h.effect, h.by_user_id, (
      select u.name from users u
      where u.id = h.by_user_id and u.disabled_at is null and (u.instance_admin or exists (
        select from memberships m
        where m.company_id = h.company_id and m.user_id = u.id and m.role <> 'viewer'
      ))
    ) as by_name
    from claimed d join hooks h on h.id = d.hook_id and h.company_id = d.company_id
    order by d.received_at, d.id limit ${companyIds.length * ofEach}`,
  );

export interface EndedDelivery {
  readonly status: 'done' | 'ignored' | 'failed';
  readonly reason: string | null;
  readonly issueId: string | null;
}

export const endDelivery = (
  db: Db,
  { id, companyId }: Pick<DueDelivery, 'id' | 'companyId'>,
  { status, reason, issueId }: EndedDelivery,
): Promise<void> =>
  none(
    db,
    sql`
    update hook_deliveries
    set status = ${status}, reason = ${reason}, issue_id = ${issueId}, due_at = null,
      ended_at = now()
    where id = ${id} and company_id = ${companyId} and status = 'pending'`,
  );

export const delayDelivery = (
  db: Db,
  { id, companyId }: Pick<DueDelivery, 'id' | 'companyId'>,
  seconds: number,
): Promise<void> =>
  none(
    db,
    sql`
    update hook_deliveries set due_at = now() + make_interval(secs => ${seconds}::double precision)
    where id = ${id} and company_id = ${companyId} and status = 'pending'`,
  );

/** They were claimed and not tried: due at once, with the attempt that they have not had. */
export const giveBackDeliveries = (
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<void> =>
  none(
    db,
    sql`
    update hook_deliveries set attempts = attempts - 1, due_at = now()
    where id = any(${ids}::uuid[]) and company_id = ${companyId} and status = 'pending'
      and attempts > 0`,
  );
