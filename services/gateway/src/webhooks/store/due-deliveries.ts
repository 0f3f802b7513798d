/** Pings and replays, which are sent outside the order of other deliveries. */
import { Refusal } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { DeliveryRow } from '../domain/webhook.ts';
import { deliveryColumns } from './webhook-deliveries.ts';
import type { WebhookKey } from './webhooks.ts';

export const insertPing = (
  db: Db,
  { id, companyId, webhookId, now }: WebhookKey & { readonly id: string; readonly now: string },
): Promise<DeliveryRow> =>
  one<DeliveryRow>(
    db,
    sql`
    insert into webhook_deliveries (
      id, company_id, webhook_id, event, status, attempts, due_at, created_at
    ) values (${id}, ${companyId}, ${webhookId}, 'webhook.ping', 'pending', 0, ${now}, ${now})
    returning ${deliveryColumns}`,
  );

/** The pending ping, if any: a webhook has one at a time. */
export const findPing = (
  db: Db,
  { companyId, webhookId }: WebhookKey,
): Promise<DeliveryRow | undefined> =>
  maybeOne<DeliveryRow>(
    db,
    sql`
    select ${deliveryColumns} from webhook_deliveries
    where company_id = ${companyId} and webhook_id = ${webhookId} and status = 'pending'
      and event_id is null
    limit 1`,
  );

/** Ends the pending replays of a disabled webhook, with the reason as their error. */
export const endReplays = (
  db: Db,
  { companyId, webhookId }: WebhookKey,
  error: string,
): Promise<void> =>
  none(
    db,
    sql`
    update webhook_deliveries set status = 'dead', due_at = null, error = ${error},
      finished_at = clock_timestamp()
    where company_id = ${companyId} and webhook_id = ${webhookId} and status = 'pending'
      and event_id is not null`,
  );

/** Makes a delivery due with fresh retries; a pending one keeps its attempts and due time. */
export async function replayDelivery(
  db: Db,
  {
    companyId,
    webhookId,
    deliveryId,
    now,
  }: WebhookKey & {
    readonly deliveryId: string;
    readonly now: string;
  },
): Promise<DeliveryRow> {
  const replayed = await maybeOne<DeliveryRow>(
    db,
    sql`
    update webhook_deliveries set status = 'pending', due_at = coalesce(due_at, ${now}),
      trying_since = case when status = 'pending' then trying_since end,
      attempts = case when status = 'pending' then attempts else 0 end, finished_at = null
    where company_id = ${companyId} and webhook_id = ${webhookId} and id = ${deliveryId}
    returning ${deliveryColumns}`,
  );
  if (!replayed) throw new Refusal('delivery_not_found');
  return replayed;
}

export interface DueDelivery extends DeliveryRow {
  readonly triedForMs: number;
}

/** Claims pings and replays that are due, except those of the given companies, for a while. */
export const claimDueDeliveries = (
  db: Db,
  seconds: number,
  limit: number,
  exceptCompanies: readonly string[],
): Promise<DueDelivery[]> =>
  many<DueDelivery>(
    db,
    sql`
    update webhook_deliveries set attempts = attempts + 1,
      trying_since = coalesce(trying_since, clock_timestamp()),
      due_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id in (
      select id from webhook_deliveries
      where status = 'pending' and due_at <= clock_timestamp()
        and company_id <> all(${exceptCompanies}::uuid[])
      order by due_at limit ${limit} for update skip locked
    )
    returning ${deliveryColumns},
      (extract(epoch from clock_timestamp() - trying_since) * 1000)::float8 as tried_for_ms`,
  );

export interface DueOutcome {
  readonly id: string;
  readonly status: 'pending' | 'delivered' | 'dead';
  /** Number of the attempt that had this outcome. */
  readonly attempts: number;
  readonly waitMs: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
}

/**
 * Saves the outcome of an attempt. A success is always saved; a failure only if the delivery is
 * still pending and no later attempt was made.
 */
export const saveDueOutcome = (db: Db, outcome: DueOutcome): Promise<void> => {
  const ends = outcome.status !== 'pending';
  return none(
    db,
    sql`
    update webhook_deliveries set status = ${outcome.status},
      response_status = ${outcome.responseStatus}, error = ${outcome.error},
      due_at = case when ${ends} then null
        else clock_timestamp() + make_interval(secs => ${outcome.waitMs / 1_000}) end,
      finished_at = case when ${ends} then clock_timestamp() end
    where id = ${outcome.id} and (${outcome.status === 'delivered'}
      or status = 'pending' and attempts = ${outcome.attempts})`,
  );
};
