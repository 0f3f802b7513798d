/** Failed events of this service as an operator sees them: waiting for a retry, or dead letters. */
import type { EventRecord } from '@muster/contracts';
import { join, many, maybeOne, none, one, sql, type Db, type Statement } from '../postgres/sql.ts';
import { lockCursor, moveCursor } from './cursor-store.ts';
import { insertDeadLetter, type DeadLetterKey } from './dead-letters.ts';

/** `waiting`: it blocks its company until its next attempt. `given_up`: a dead letter. */
export type FailedEventState = 'waiting' | 'given_up' | 'skipped';

export interface FailedEvent extends DeadLetterKey {
  readonly state: FailedEventState;
  readonly event: EventRecord;
  readonly attempts: number;
  readonly error: string;
  readonly since: string;
  readonly retryAt: string | null;
  readonly skippedAt: string | null;
  readonly skipReason: string | null;
}

/** Longest list; a filter by company shows the rest. */
export const LISTED_MAX = 500;

export interface FailedEventFilter {
  readonly companyId?: string | undefined;
  readonly states: readonly FailedEventState[];
}

/** In the order of the logs, so that a cause precedes its consequences in the same company. */
export const listFailedEvents = (db: Db, filter: FailedEventFilter): Promise<FailedEvent[]> =>
  many(
    db,
    sql`
    select * from (${failedEvents}) f
    where ${whereOf(filter)}
    order by producer, company_id, seq limit ${LISTED_MAX}`,
  );

export const findFailedEvent = (
  db: Db,
  { producer, companyId, seq }: DeadLetterKey,
): Promise<FailedEvent | undefined> =>
  maybeOne(
    db,
    sql`
    select * from (${failedEvents}) f
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`,
  );

/** A cursor that the previous release blocked has no copy of its event and is left out. */
const failedEvents = sql`
  select producer, company_id, (failed_event ->> 'seq')::bigint as seq, 'waiting' as state,
    failed_event as event, attempts, last_error as error,
    coalesce(failed_since, retry_at) as since, retry_at, null::timestamptz as skipped_at,
    null as skip_reason
  from cursors where retry_at is not null and failed_event is not null
  union all
  select producer, company_id, seq,
    case when skipped_at is null then 'given_up' else 'skipped' end, event, attempts, error,
    created_at, null, skipped_at, skip_reason
  from dead_letters`;

const whereOf = ({ companyId, states }: FailedEventFilter): Statement =>
  join(
    [
      sql`state = any(${states}::text[])`,
      ...(companyId === undefined ? [] : [sql`company_id = ${companyId}`]),
    ],
    ' and ',
  );

/** Locks the company's cursor first: until the commit none of its events is applied or fails. */
export async function lockFailedEvent(
  db: Db,
  key: DeadLetterKey,
): Promise<FailedEvent | undefined> {
  await lockCursor(db, key.producer, key.companyId);
  return findFailedEvent(db, key);
}

/** Makes the retry due now; the number of attempts left stays the same. */
export const retryWaiting = (db: Db, { producer, companyId }: DeadLetterKey): Promise<void> =>
  none(
    db,
    sql`
    update cursors set retry_at = now()
    where producer = ${producer} and company_id = ${companyId}`,
  );

/**
 * Winds the company's cursor back to just before the dead letter, unless it is there already or
 * further back, and its backfills with it. Returns how many later events are replayed.
 */
export async function windBack(
  db: Db,
  { producer, companyId, seq }: DeadLetterKey,
): Promise<number> {
  const { replayTo } = await one<{ replayTo: number }>(
    db,
    sql`
    with wound as (
      update backfills set last_seq = least(last_seq, ${seq - 1}), attempts = 0, retry_at = null
      where producer = ${producer} and company_id = ${companyId}
    )
    update cursors
    set replay_to = greatest(replay_to, last_seq), last_seq = least(last_seq, ${seq - 1}),
      subscription_seq = least(subscription_seq, ${seq - 1}), attempts = 0, retry_at = now(), last_error = null, failed_event = null
    where producer = ${producer} and company_id = ${companyId}
    returning replay_to`,
  );
  return Math.max(0, replayTo - seq);
}

/** A skipped event has no effect, neither now nor in a later replay. */
export async function skipEvent(
  db: Db,
  { state, producer, companyId, seq, event, attempts, error }: FailedEvent,
  reason: string,
): Promise<void> {
  if (state === 'waiting') {
    await insertDeadLetter(db, event, attempts, error);
    await moveCursor(db, producer, companyId, seq);
  }
  await none(
    db,
    sql`
    update dead_letters set skipped_at = now(), skip_reason = ${reason}
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`,
  );
}
