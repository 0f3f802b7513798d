/** Failed events of this service as an operator sees them: waiting for a retry, or dead letters. */
import type { EventRecord } from '@muster/contracts';
import { join, many, maybeOne, none, sql, type Db, type Statement } from '../../postgres/sql.ts';
import { lockCursor, savePositions } from '../cursor-store.ts';
import { insertDeadLetter, type DeadLetterKey } from './dead-letters.ts';
import { deleteFailures } from './failure-store.ts';
import { laggingAt, positionOf, type OwnReactions, type Positions } from '../positions.ts';

/** `waiting`: its reactions apply no later event of its company before its next attempt. `given_up`: a dead letter. */
export type FailedEventState = 'waiting' | 'given_up' | 'skipped';

export interface FailedEvent extends DeadLetterKey {
  readonly state: FailedEventState;
  readonly event: EventRecord;
  /** Those that could not apply it; null: all that hear its type. */
  readonly reactions: readonly string[] | null;
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

const failedEvents = sql`
  select producer, company_id, seq, 'waiting' as state, (array_agg(event))[1] as event,
    array_agg(reaction order by reaction) as reactions, max(attempts) as attempts,
    max(error) as error, min(since) as since, min(retry_at) as retry_at,
    null::timestamptz as skipped_at, null as skip_reason
  from failures group by producer, company_id, seq
  union all
  select producer, company_id, seq,
    case when skipped_at is null then 'given_up' else 'skipped' end, event, reactions, attempts,
    error, created_at, null, skipped_at, skip_reason
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
  own: OwnReactions,
): Promise<FailedEvent | undefined> {
  await lockCursor(db, key, own);
  return findFailedEvent(db, key);
}

/** Makes the retry due now; the number of attempts left stays the same. */
export const retryWaiting = (db: Db, { producer, companyId, seq }: DeadLetterKey): Promise<void> =>
  none(
    db,
    sql`
    update failures set retry_at = now()
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`,
  );

/**
 * Takes the reactions that could not apply a dead letter back to before it. Returns how many later
 * events they apply again.
 *
 * @param reactions those that it names, or where it names none, those that hear its type
 */
export async function windBack(
  db: Db,
  failed: FailedEvent,
  { own, reactions }: { own: OwnReactions; reactions: readonly string[] },
): Promise<number> {
  const { producer, companyId, seq } = failed;
  const positions = await lockCursor(db, failed, own);
  let wound = positions;
  for (const name of reactions) {
    wound = laggingAt(wound, name, Math.min(positionOf(positions, name), seq - 1));
  }
  await savePositions(db, failed, wound);
  await deleteFailures(db, failed, { reactions, to: Number.MAX_SAFE_INTEGER });
  await none(
    db,
    sql`
    update dead_letters set reactions = ${[...reactions]}::text[]
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`,
  );
  return laterThan(positions, seq, reactions);
}

const laterThan = (positions: Positions, seq: number, reactions: readonly string[]): number =>
  Math.max(0, ...reactions.map((name) => positionOf(positions, name) - seq));

/** How many later events these reactions would apply again. */
export const countLater = async (
  db: Db,
  failed: DeadLetterKey,
  { own, reactions }: { own: OwnReactions; reactions: readonly string[] },
): Promise<number> => laterThan(await lockCursor(db, failed, own), failed.seq, reactions);

/** A skipped event has no effect in the reactions that could not apply it, now or later. */
export async function skipEvent(
  db: Db,
  failed: FailedEvent,
  { reason, own }: { reason: string; own: OwnReactions },
): Promise<void> {
  const { state, producer, companyId, seq, event, attempts, error } = failed;
  const reactions = failed.reactions ?? [];
  if (state === 'waiting') {
    let positions = await lockCursor(db, failed, own);
    for (const reaction of reactions) {
      await insertDeadLetter(db, event, { reaction, attempts, error });
      positions = laggingAt(positions, reaction, seq);
    }
    await savePositions(db, failed, positions);
    await deleteFailures(db, failed, { reactions, to: seq });
  }
  await none(
    db,
    sql`
    update dead_letters set skipped_at = now(), skip_reason = ${reason}
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`,
  );
}
