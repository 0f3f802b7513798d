/** Events whose effect failed here, as an operator sees them and deals with them. */
import type { EventRecord } from '@muster/contracts';
import { insertLetter, type LetterKey } from './dead-letters.ts';
import { lockCursor, moveCursor } from './event-store.ts';
import { join, many, maybeOne, none, one, sql, type Db, type Statement } from './sql.ts';

/** `waiting`: its company waits for the next try. `given_up`: a dead letter. */
export type Standing = 'waiting' | 'given_up' | 'skipped';

export interface FailedEvent extends LetterKey {
  readonly standing: Standing;
  readonly event: EventRecord;
  readonly attempts: number;
  readonly error: string;
  readonly since: string;
  readonly retryAt: string | null;
  readonly skippedAt: string | null;
  readonly skipReason: string | null;
}

/** More than anybody reads; a company can be asked for by itself. */
export const LISTED_MAX = 500;

export interface FailedEventFilter {
  readonly companyId?: string | undefined;
  readonly standings: readonly Standing[];
}

/** In the order of their logs, so that of one company the cause comes before what it led to. */
export const listFailedEvents = (db: Db, filter: FailedEventFilter): Promise<FailedEvent[]> =>
  many(db, sql`
    select * from (${failedEvents}) f
    where ${whereOf(filter)}
    order by producer, company_id, seq limit ${LISTED_MAX}`);

export const findFailedEvent = (
  db: Db,
  { producer, companyId, seq }: LetterKey,
): Promise<FailedEvent | undefined> =>
  maybeOne(db, sql`
    select * from (${failedEvents}) f
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`);

/** A company waits where the last release blocked it, too; then the event is not at hand. */
const failedEvents = sql`
  select producer, company_id, (failed_event ->> 'seq')::bigint as seq, 'waiting' as standing,
    failed_event as event, attempts, last_error as error,
    coalesce(failed_since, retry_at) as since, retry_at, null::timestamptz as skipped_at,
    null as skip_reason
  from cursors where retry_at is not null and failed_event is not null
  union all
  select producer, company_id, seq,
    case when skipped_at is null then 'given_up' else 'skipped' end, event, attempts, error,
    created_at, null, skipped_at, skip_reason
  from dead_letters`;

const whereOf = ({ companyId, standings }: FailedEventFilter): Statement =>
  join([
    sql`standing = any(${standings}::text[])`,
    ...(companyId === undefined ? [] : [sql`company_id = ${companyId}`]),
  ], ' and ');

/** The same, held: from here on nobody applies events of its company or gives up on them. */
export async function lockFailedEvent(db: Db, key: LetterKey): Promise<FailedEvent | undefined> {
  await lockCursor(db, key.producer, key.companyId);
  return findFailedEvent(db, key);
}

/** Its company waits no longer than until the next look; the tries that are left stay the same. */
export const retryWaiting = (db: Db, { producer, companyId }: LetterKey): Promise<void> =>
  none(db, sql`
    update cursors set retry_at = now()
    where producer = ${producer} and company_id = ${companyId}`);

/**
 * Winds the company's cursor back to just before the letter, unless it is there or further back.
 * Returns how many events after it are offered again.
 */
export async function windBack(
  db: Db,
  { producer, companyId, seq }: LetterKey,
): Promise<number> {
  const { replayTo } = await one<{ replayTo: number }>(db, sql`
    update cursors
    set replay_to = greatest(replay_to, last_seq), last_seq = least(last_seq, ${seq - 1}),
      attempts = 0, retry_at = now(), last_error = null, failed_event = null
    where producer = ${producer} and company_id = ${companyId}
    returning replay_to`);
  return Math.max(0, replayTo - seq);
}

/** It has no effect, now or when what came before it is offered again. */
export async function skipEvent(
  db: Db,
  { standing, producer, companyId, seq, event, attempts, error }: FailedEvent,
  reason: string,
): Promise<void> {
  if (standing === 'waiting') {
    await insertLetter(db, event, attempts, error);
    await moveCursor(db, producer, companyId, seq);
  }
  await none(db, sql`
    update dead_letters set skipped_at = now(), skip_reason = ${reason}
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`);
}
