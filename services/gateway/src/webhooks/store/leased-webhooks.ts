/**
 * Leases of webhooks, and the progress that a lease holder saves. Leases use the database's clock.
 * Every statement of a holder checks its lease, so a process that has lost it changes nothing.
 */
import { many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { WebhookRow } from '../domain/webhook.ts';
import { webhookColumns } from './webhooks.ts';

/** Webhooks leased by one process at most; the rest is left to other processes. */
const LEASED_MAX = 1_000;
/** Leases with less than this fraction left are renewed, so that frequent passes write little. */
const RENEWED_BELOW = 0.75;

export interface WebhookWork {
  readonly hasActive: boolean;
  /** Whether a ping or a replay is due. */
  readonly hasDue: boolean;
}

/** What there is to do, in one read: most installations have no webhook. */
export const findWebhookWork = (db: Db): Promise<WebhookWork> =>
  one<WebhookWork>(
    db,
    sql`
    select
      (
        select id from webhooks where status = 'active'
        order by leased_until nulls first limit 1
      ) is not null as has_active,
      coalesce(
        (select min(due_at) from webhook_deliveries where status = 'pending')
          <= clock_timestamp(),
        false
      ) as has_due`,
  );

/** Renews the leases of this process, takes free ones, and returns the leased webhooks. */
export async function leaseWebhooks(
  db: Db,
  holder: string,
  seconds: number,
  max = LEASED_MAX,
): Promise<WebhookRow[]> {
  const until = sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  await none(
    db,
    sql`
    update webhooks set leased_until = ${until}
    where status = 'active' and lease_holder = ${holder}
      and leased_until < clock_timestamp() + make_interval(secs => ${seconds * RENEWED_BELOW})`,
  );
  await none(
    db,
    sql`
    update webhooks set lease_holder = ${holder}, leased_until = ${until}
    where id in (
      select id from webhooks
      where status = 'active' and lease_holder is distinct from ${holder}
        and (leased_until is null or leased_until < clock_timestamp())
      order by leased_until nulls first
      limit greatest(0, ${max} - (
        select count(*) from webhooks where status = 'active' and lease_holder = ${holder}
      ))
      for update skip locked
    )`,
  );
  return many<WebhookRow>(
    db,
    sql`
    select ${webhookColumns} from webhooks
    where status = 'active' and lease_holder = ${holder} and leased_until > clock_timestamp()
    limit ${max}`,
  );
}

export const releaseWebhooks = (db: Db, holder: string): Promise<void> =>
  none(
    db,
    sql`
    update webhooks set lease_holder = null, leased_until = null where lease_holder = ${holder}`,
  );

export interface WebhookLease {
  readonly id: string;
  readonly holder: string;
  readonly version: number;
}

const held = ({ id, holder, version }: WebhookLease) => sql`
  id = ${id} and lease_holder = ${holder} and leased_until > clock_timestamp()
  and status = 'active' and version = ${version}`;

/** Whether the lease is held and the webhook unchanged. */
export const isHeld = async (db: Db, lease: WebhookLease): Promise<boolean> =>
  (await maybeOne(db, sql`select 1 as held from webhooks where ${held(lease)}`)) !== undefined;

/** Advances past events that the webhook does not subscribe to. */
export const savePositions = (
  db: Db,
  lease: WebhookLease,
  positions: readonly string[],
): Promise<void> =>
  none(
    db,
    sql`
    update webhooks set positions = ${JSON.stringify(positions)}::jsonb where ${held(lease)}`,
  );

export interface FinishedDelivery {
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

/** Saves the delivery and advances the webhook past it; false if the lease is lost. */
export async function saveFinished(
  db: Db,
  lease: WebhookLease,
  status: 'delivered' | 'dead',
  delivery: FinishedDelivery,
): Promise<boolean> {
  const progress =
    status === 'delivered'
      ? sql`failing_since = null, last_error = null, last_delivered_at = clock_timestamp()`
      : sql`last_error = ${delivery.error}`;
  const saved = await maybeOne(
    db,
    sql`
    with moved as (
      update webhooks set positions = ${JSON.stringify(delivery.positions)}::jsonb, attempts = 0,
        trying_since = null, retry_at = null, ${progress}
      where ${held(lease)} returning id, company_id
    )
    insert into webhook_deliveries (
      id, company_id, webhook_id, event, event_id, service, seq, status, attempts,
      response_status, error, created_at, finished_at
    )
    select ${delivery.deliveryId}, company_id, id, ${delivery.event}, ${delivery.eventId},
      ${delivery.service}, ${delivery.seq}, ${status}, ${delivery.attempts},
      ${delivery.responseStatus}, ${delivery.error}, clock_timestamp(), clock_timestamp()
    from moved
    on conflict (id) do update set status = excluded.status, attempts = excluded.attempts,
      response_status = excluded.response_status, error = excluded.error, due_at = null,
      finished_at = excluded.finished_at
    returning id`,
  );
  return saved !== undefined;
}

export interface FailureCount {
  readonly attempts: number;
  readonly triedForMs: number;
  readonly failedForMs: number;
}

/** Counts a failure; undefined if the lease is lost. */
export const saveFailure = (
  db: Db,
  lease: WebhookLease,
  error: string,
): Promise<FailureCount | undefined> =>
  maybeOne<FailureCount>(
    db,
    sql`
    update webhooks set attempts = attempts + 1, last_error = ${error},
      trying_since = coalesce(trying_since, clock_timestamp()),
      failing_since = coalesce(failing_since, clock_timestamp())
    where ${held(lease)}
    returning attempts,
      (extract(epoch from clock_timestamp() - trying_since) * 1000)::float8 as tried_for_ms,
      (extract(epoch from clock_timestamp() - failing_since) * 1000)::float8 as failed_for_ms`,
  );

export const saveRetry = (db: Db, lease: WebhookLease, waitMs: number): Promise<void> =>
  none(
    db,
    sql`
    update webhooks set retry_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000})
    where ${held(lease)}`,
  );

export const disableWebhook = (db: Db, lease: WebhookLease): Promise<WebhookRow | undefined> =>
  maybeOne<WebhookRow>(
    db,
    sql`
    update webhooks set status = 'disabled', disabled_reason = 'failing', lease_holder = null,
      leased_until = null, updated_at = clock_timestamp(), version = version + 1
    where ${held(lease)} returning ${webhookColumns}`,
  );
