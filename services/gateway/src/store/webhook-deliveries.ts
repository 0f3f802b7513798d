/** What became of deliveries, and those that are sent apart from the order: pings and replays. */
import { Refusal, type DeliveryStatus, type Scope } from '@muster/contracts';
import { inScope, many, maybeOne, one, sql, type Db } from '@muster/service-kit';
import type { DeliveryRow } from '../domain/webhook.ts';
import type { WebhookKey } from './webhooks.ts';

export const deliveryColumns = sql`
  id, company_id, webhook_id, event, event_id, service, seq, status, attempts, response_status,
  error, trying_since, created_at, finished_at`;

export interface ListedDeliveries extends WebhookKey {
  readonly status: DeliveryStatus | undefined;
  readonly before: readonly [time: string, id: string] | undefined;
  readonly limit: number;
}

const behind = (before: ListedDeliveries['before']) =>
  before
    ? sql`and (created_at, id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`
    : sql``;

export const listDeliveries = (
  db: Db,
  { companyId, webhookId, status, before, limit }: ListedDeliveries,
): Promise<DeliveryRow[]> =>
  many<DeliveryRow>(db, sql`
    select ${deliveryColumns} from webhook_deliveries
    where company_id = ${companyId} and webhook_id = ${webhookId}
      ${status ? sql`and status = ${status}` : sql``}
      ${behind(before)}
    order by created_at desc, id desc limit ${limit}`);

export const findCompanyOfDelivery = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(db, sql`
    select company_id from webhook_deliveries where id = ${id} and ${inScope(scope)}`);
  return found?.companyId;
};

export const insertPing = (
  db: Db,
  { id, companyId, webhookId, now }: WebhookKey & { readonly id: string; readonly now: string },
): Promise<DeliveryRow> =>
  one<DeliveryRow>(db, sql`
    insert into webhook_deliveries (
      id, company_id, webhook_id, event, status, attempts, due_at, created_at
    ) values (${id}, ${companyId}, ${webhookId}, 'webhook.ping', 'pending', 0, ${now}, ${now})
    returning ${deliveryColumns}`);

/** One ping at a time: while it waits, asking for another one sends it sooner. */
export const renewPing = (
  db: Db,
  { companyId, webhookId }: WebhookKey,
  now: string,
): Promise<DeliveryRow | undefined> =>
  maybeOne<DeliveryRow>(db, sql`
    update webhook_deliveries set due_at = least(due_at, ${now})
    where company_id = ${companyId} and webhook_id = ${webhookId} and status = 'pending'
      and event_id is null
    returning ${deliveryColumns}`);

/** One that waits already stays as it is. */
export async function replayDelivery(
  db: Db,
  { companyId, webhookId, deliveryId, now }: WebhookKey & {
    readonly deliveryId: string; readonly now: string;
  },
): Promise<DeliveryRow> {
  const replayed = await maybeOne<DeliveryRow>(db, sql`
    update webhook_deliveries set status = 'pending', due_at = coalesce(due_at, ${now}),
      trying_since = case when status = 'pending' then trying_since end, finished_at = null
    where company_id = ${companyId} and webhook_id = ${webhookId} and id = ${deliveryId}
    returning ${deliveryColumns}`);
  if (!replayed) throw new Refusal('delivery_not_found');
  return replayed;
}
