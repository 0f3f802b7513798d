/** Deliveries and their outcomes. */
import { Refusal, type DeliveryStatus, type Scope } from '@muster/contracts';
import {
  deletedAt,
  inScope,
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
import type { DeliveryRow } from '../domain/webhook.ts';
import type { WebhookKey } from './webhooks.ts';

export const deliveryColumns = sql`
  id, company_id, webhook_id, event, event_id, service, seq, status, attempts, response_status,
  error, created_at, finished_at`;

export interface DeliveryFilter extends WebhookKey {
  readonly status: DeliveryStatus | undefined;
  readonly before: readonly [time: string, id: string] | undefined;
  readonly limit: number;
}

const olderThan = (before: DeliveryFilter['before']) =>
  before ? sql`and (created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``;

export const listDeliveries = (
  db: Db,
  { companyId, webhookId, status, before, limit }: DeliveryFilter,
): Promise<DeliveryRow[]> =>
  many<DeliveryRow>(
    db,
    sql`
    select ${deliveryColumns} from webhook_deliveries
    where company_id = ${companyId} and webhook_id = ${webhookId}
      ${status ? sql`and status = ${status}` : sql``}
      ${olderThan(before)}
    order by created_at desc, id desc limit ${limit}`,
  );

export async function getDelivery(
  db: Db,
  { companyId, webhookId, deliveryId }: WebhookKey & { readonly deliveryId: string },
): Promise<DeliveryRow> {
  const found = await maybeOne<DeliveryRow>(
    db,
    sql`
    select ${deliveryColumns} from webhook_deliveries
    where company_id = ${companyId} and webhook_id = ${webhookId} and id = ${deliveryId}`,
  );
  if (!found) throw new Refusal('delivery_not_found');
  return found;
}

export const findCompanyOfDelivery = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from webhook_deliveries where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

const DAY_SECONDS = 86_400;
export const oldDeliveries = (days: number): OldRows => ({
  table: sql`webhook_deliveries`,
  by: sql`finished_at`,
  below: sql`now() - make_interval(secs => ${days * DAY_SECONDS})`,
  where: sql`status = 'delivered'`,
});

/**
 * Webhook by webhook, by the index of the list of dead deliveries. A position is a webhook and a time.
 * A delivery that was replayed and has died again is kept from then on.
 */
const oldDeadDeliveries = (days: number, { after, limit }: Batch): Statement => {
  const [webhookId = NIL_UUID, createdAt = '-infinity'] = after?.split(' ') ?? [];
  const due = sql`now() - make_interval(secs => ${days * DAY_SECONDS})`;
  return sql`
    select old.tuple, extract(epoch from ${due} - old.finished_at)::float8 as seconds
    from webhooks w, lateral (
      select d.ctid as tuple, d.created_at, d.finished_at from webhook_deliveries d
      where d.company_id = w.company_id and d.webhook_id = w.id and d.status = 'dead'
        and d.created_at >= case when w.id = ${webhookId}::uuid
          then ${createdAt}::timestamptz else '-infinity' end
        and d.created_at < ${due} and d.finished_at < ${due}
      order by d.created_at limit ${limit} for update skip locked
    ) old
    where w.id >= ${webhookId}::uuid
    order by w.id, old.created_at limit ${limit}`;
};

export async function deleteOldDeadDeliveries(
  db: Db,
  days: number,
  batch: Batch,
): Promise<Deleted> {
  const deleted = await many<{ webhookId: string; createdAt: string }>(
    db,
    sql`
    delete from webhook_deliveries where ctid = any (array(
      select tuple from (${oldDeadDeliveries(days, batch)}) dead
    ))
    returning webhook_id, created_at`,
  );
  return deletedAt(deleted.map((row) => `${row.webhookId} ${row.createdAt}`));
}

/** Of the first webhook that has some behind this position. */
export async function overdueOfDeadDeliveries(
  db: Db,
  days: number,
  after: string | undefined,
): Promise<number> {
  const oldest = await maybeOne<{ seconds: number }>(
    db,
    sql`select seconds from (${oldDeadDeliveries(days, { after, limit: 1 })}) dead`,
  );
  return oldest?.seconds ?? 0;
}
