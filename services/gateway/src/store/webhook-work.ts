/**
 * What the processes that deliver write. A webhook is leased to one of them, by the database's
 * clock, and each statement of a holder asks whether it still is: who has lost it changes nothing.
 */
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { WebhookRow } from '../domain/webhook.ts';
import { webhookColumns } from './webhooks.ts';

/** Webhooks that one process works on; who has as many leaves the others to other processes. */
const LEASED_MAX = 1_000;
/** A lease is renewed when less of it is left, so that looking often writes little. */
const RENEWED_BELOW = 0.75;

/** Keeps what this process has, takes what nobody has, and tells what it has by then. */
export async function leaseWebhooks(
  db: Db,
  holder: string,
  seconds: number,
  most = LEASED_MAX,
): Promise<WebhookRow[]> {
  const until = sql`clock_timestamp() + make_interval(secs => ${seconds})`;
  await none(db, sql`
    update webhooks set leased_until = ${until}
    where status = 'active' and lease_holder = ${holder}
      and leased_until < clock_timestamp() + make_interval(secs => ${seconds * RENEWED_BELOW})`);
  await none(db, sql`
    update webhooks set lease_holder = ${holder}, leased_until = ${until}
    where id in (
      select id from webhooks
      where status = 'active' and lease_holder is distinct from ${holder}
        and (leased_until is null or leased_until < clock_timestamp())
      order by leased_until nulls first
      limit greatest(0, ${most} - (
        select count(*) from webhooks where status = 'active' and lease_holder = ${holder}
      ))
      for update skip locked
    )`);
  return many<WebhookRow>(db, sql`
    select ${webhookColumns} from webhooks
    where status = 'active' and lease_holder = ${holder} and leased_until > clock_timestamp()
    limit ${most}`);
}

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
