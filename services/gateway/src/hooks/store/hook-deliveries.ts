/** What hooks have taken, and what became of it. */
import {
  HOOK_DELIVERIES_KEPT_DAYS,
  Refusal,
  type HookDelivery,
  type HookDeliveryStatus,
  type Scope,
} from '@muster/contracts';
import { inScope, many, maybeOne, one, sql, type Db, type OldRows } from '@muster/service-kit';
import type { HookKey } from './hooks.ts';

const deliveryColumns = sql`
  id, company_id, hook_id, delivery_key, status, reason, issue_id, attempts, received_at, ended_at`;

export interface NewDelivery {
  readonly id: string;
  readonly companyId: string;
  readonly hookId: string;
  readonly deliveryKey: string;
  readonly bodyHash: string | null;
  readonly brought: Readonly<Record<string, string>>;
  readonly ignored: string | null;
  readonly now: string;
}

/** Nothing where it has been taken before. */
export const insertDelivery = (db: Db, delivery: NewDelivery): Promise<HookDelivery | undefined> =>
  maybeOne<HookDelivery>(
    db,
    sql`
    insert into hook_deliveries (
      id, company_id, hook_id, delivery_key, body_hash, brought, status, reason, due_at, received_at,
      ended_at
    ) values (
      ${delivery.id}, ${delivery.companyId}, ${delivery.hookId}, ${delivery.deliveryKey},
      ${delivery.bodyHash}, ${JSON.stringify(delivery.brought)}::jsonb,
      ${delivery.ignored === null ? 'pending' : 'ignored'}, ${delivery.ignored},
      ${delivery.ignored === null ? delivery.now : null}::timestamptz, ${delivery.now},
      ${delivery.ignored === null ? null : delivery.now}::timestamptz
    )
    on conflict do nothing
    returning ${deliveryColumns}`,
  );

/** Counts no further than the limit of a hook. */
export const countPending = async (db: Db, hookId: string, limit: number): Promise<number> =>
  (
    await one<{ count: number }>(
      db,
      sql`
      select count(*)::integer as count from (
        select from hook_deliveries where hook_id = ${hookId} and status = 'pending' limit ${limit}
      ) pending`,
    )
  ).count;

export const listHookDeliveryRows = (
  db: Db,
  { companyId, hookId }: HookKey,
  {
    status,
    before,
    limit,
  }: {
    readonly status: HookDeliveryStatus | undefined;
    readonly before: readonly [time: string, id: string] | undefined;
    readonly limit: number;
  },
): Promise<HookDelivery[]> =>
  many<HookDelivery>(
    db,
    sql`
    select ${deliveryColumns} from hook_deliveries
    where company_id = ${companyId} and hook_id = ${hookId}
      ${status ? sql`and status = ${status}` : sql``}
      ${before ? sql`and (received_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by received_at desc, id desc limit ${limit}`,
  );

export interface HookDeliveryKey extends HookKey {
  readonly hookDeliveryId: string;
}

export async function getHookDeliveryRow(
  db: Db,
  { companyId, hookId, hookDeliveryId }: HookDeliveryKey,
): Promise<HookDelivery> {
  const found = await maybeOne<HookDelivery>(
    db,
    sql`
    select ${deliveryColumns} from hook_deliveries
    where company_id = ${companyId} and hook_id = ${hookId} and id = ${hookDeliveryId}`,
  );
  if (!found) throw new Refusal('hook_delivery_not_found');
  return found;
}

export const findCompanyOfHookDelivery = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`select company_id from hook_deliveries where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

/** Nothing where it has not failed. */
export const repeatDelivery = (
  db: Db,
  { companyId, hookDeliveryId }: HookDeliveryKey,
): Promise<HookDelivery | undefined> =>
  maybeOne<HookDelivery>(
    db,
    sql`
    update hook_deliveries set status = 'pending', reason = null, due_at = now(), ended_at = null
    where company_id = ${companyId} and id = ${hookDeliveryId} and status = 'failed'
    returning ${deliveryColumns}`,
  );

export const oldHookDeliveries = (): OldRows => ({
  table: sql`hook_deliveries`,
  by: sql`received_at`,
  below: sql`now() - make_interval(days => ${HOOK_DELIVERIES_KEPT_DAYS})`,
});
