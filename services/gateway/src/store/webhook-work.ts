/**
 * What the processes that deliver write. A webhook is leased to one of them, by the database's
 * clock, and each statement of a holder asks whether it still is: who has lost it changes nothing.
 */
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { DeliveryRow, WebhookRow } from '../domain/webhook.ts';
import { deliveryColumns } from './webhook-deliveries.ts';
import { webhookColumns } from './webhooks.ts';

/** Webhooks that one process works on. */
const LEASED_MAX = 1_000;

/** Keeps what this process has and takes what nobody has. */
export const leaseWebhooks = (db: Db, holder: string, seconds: number): Promise<WebhookRow[]> =>
  many<WebhookRow>(db, sql`
    update webhooks set lease_holder = ${holder},
      leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id in (
      select id from webhooks
      where status = 'active'
        and (lease_holder = ${holder} or leased_until is null or leased_until < clock_timestamp())
      order by leased_until nulls first limit ${LEASED_MAX} for update skip locked
    )
    returning ${webhookColumns}`);

export const releaseWebhooks = (db: Db, holder: string): Promise<void> =>
  none(db, sql`
    update webhooks set lease_holder = null, leased_until = null where lease_holder = ${holder}`);

export interface Lease {
  readonly id: string;
  readonly holder: string;
  readonly version: number;
}

const held = ({ id, holder, version }: Lease) => sql`
  id = ${id} and lease_holder = ${holder} and leased_until > clock_timestamp()
  and status = 'active' and version = ${version}`;

/** Whether it is still this process's, and as it was read. */
export const isHeld = async (db: Db, lease: Lease): Promise<boolean> =>
  (await maybeOne(db, sql`select 1 as held from webhooks where ${held(lease)}`)) !== undefined;

/** Moves on over what nobody wants to hear of. */
export const savePositions = (
  db: Db,
  lease: Lease,
  positions: readonly string[],
): Promise<void> =>
  none(db, sql`
    update webhooks set positions = ${JSON.stringify(positions)}::jsonb where ${held(lease)}`);

export interface Done {
  readonly deliveryId: string;
  readonly event: string;
  readonly eventId: string;
  readonly service: string;
  readonly seq: number;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly positions: readonly string[];
}

/** The delivery is over and the webhook behind it; false where it is another's by now. */
export async function saveDone(
  db: Db,
  lease: Lease,
  status: 'delivered' | 'dead',
  done: Done,
): Promise<boolean> {
  const went = status === 'delivered'
    ? sql`failing_since = null, last_error = null, last_delivered_at = clock_timestamp()`
    : sql`last_error = ${done.error}`;
  const saved = await maybeOne(db, sql`
    with moved as (
      update webhooks set positions = ${JSON.stringify(done.positions)}::jsonb, attempts = 0,
        trying_since = null, retry_at = null, ${went}
      where ${held(lease)} returning id, company_id
    )
    insert into webhook_deliveries (
      id, company_id, webhook_id, event, event_id, service, seq, status, attempts,
      response_status, error, created_at, finished_at
    )
    select ${done.deliveryId}, company_id, id, ${done.event}, ${done.eventId}, ${done.service},
      ${done.seq}, ${status}, ${done.attempts}, ${done.responseStatus}, ${done.error},
      clock_timestamp(), clock_timestamp()
    from moved
    on conflict (id) do update set status = excluded.status, attempts = excluded.attempts,
      response_status = excluded.response_status, error = excluded.error, due_at = null,
      finished_at = excluded.finished_at
    returning id`);
  return saved !== undefined;
}

export interface Tried {
  readonly attempts: number;
  readonly triedForMs: number;
  readonly failedForMs: number;
}

/** Counts a failure; nothing where the webhook is another's by now. */
export const saveFailure = (db: Db, lease: Lease, error: string): Promise<Tried | undefined> =>
  maybeOne<Tried>(db, sql`
    update webhooks set attempts = attempts + 1, last_error = ${error},
      trying_since = coalesce(trying_since, clock_timestamp()),
      failing_since = coalesce(failing_since, clock_timestamp())
    where ${held(lease)}
    returning attempts,
      (extract(epoch from clock_timestamp() - trying_since) * 1000)::float8 as tried_for_ms,
      (extract(epoch from clock_timestamp() - failing_since) * 1000)::float8 as failed_for_ms`);

export const saveRetry = (db: Db, lease: Lease, waitMs: number): Promise<void> =>
  none(db, sql`
    update webhooks set retry_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000})
    where ${held(lease)}`);

export const disableWebhook = (db: Db, lease: Lease): Promise<WebhookRow | undefined> =>
  maybeOne<WebhookRow>(db, sql`
    update webhooks set status = 'disabled', disabled_reason = 'failing', lease_holder = null,
      leased_until = null, updated_at = clock_timestamp(), version = version + 1
    where ${held(lease)} returning ${webhookColumns}`);

/** Pings and replays that are due, but of these companies; nobody else takes them for a while. */
export const claimDue = (
  db: Db,
  seconds: number,
  limit: number,
  exceptCompanies: readonly string[],
): Promise<DeliveryRow[]> =>
  many<DeliveryRow>(db, sql`
    update webhook_deliveries set attempts = attempts + 1,
      trying_since = coalesce(trying_since, clock_timestamp()),
      due_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id in (
      select id from webhook_deliveries
      where status = 'pending' and due_at <= clock_timestamp()
        and company_id <> all(${exceptCompanies}::uuid[])
      order by due_at limit ${limit} for update skip locked
    )
    returning ${deliveryColumns}`);

export interface DueOutcome {
  readonly id: string;
  readonly status: 'pending' | 'delivered' | 'dead';
  readonly waitMs: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
}

export const saveDue = (db: Db, outcome: DueOutcome): Promise<void> => {
  const ends = outcome.status !== 'pending';
  return none(db, sql`
    update webhook_deliveries set status = ${outcome.status},
      response_status = ${outcome.responseStatus}, error = ${outcome.error},
      due_at = case when ${ends} then null
        else clock_timestamp() + make_interval(secs => ${outcome.waitMs / 1_000}) end,
      finished_at = case when ${ends} then clock_timestamp() end
    where id = ${outcome.id} and status = 'pending'`);
};

const KEPT_DAYS = 7;
const FORGOTTEN_AT_ONCE = 1_000;

/** What was delivered long ago; what was given up is kept until somebody has looked at it. */
export const forgetDeliveries = async (db: Db): Promise<number> => {
  const gone = await many<{ id: string }>(db, sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where status = 'delivered' and finished_at < now() - make_interval(days => ${KEPT_DAYS})
      order by finished_at limit ${FORGOTTEN_AT_ONCE}
    ) returning id`);
  return gone.length;
};
