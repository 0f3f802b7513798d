/**
 * Dead letters: events whose reaction failed on its last attempt. Retrying one replays the log from
 * it, so that a company's effects keep their order: the cursor is wound back and remembers its
 * former position in `replay_to`. During the replay a dead letter is deleted when its effect
 * succeeds, has one attempt instead of fifteen, and is skipped if an operator skipped it.
 */
import type { EventRecord } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db } from '../postgres/sql.ts';
import type { Cursor } from './cursor-store.ts';

export interface DeadLetterKey {
  readonly producer: string;
  readonly companyId: string;
  readonly seq: number;
}

/** Dead letters of one company; operators leave far fewer. */
const REPLAYED_MAX = 10_000;

/** Dead letters after `position`, by number. Queried only while the cursor replays. */
export async function listReplayedDeadLetters(
  db: Db,
  {
    producer,
    companyId,
    position,
    cursor,
  }: {
    producer: string;
    companyId: string;
    position: number;
    cursor: Cursor;
  },
): Promise<ReadonlyMap<number, 'open' | 'skipped'>> {
  if (position >= cursor.replayTo) return new Map();
  const letters = await many<{ seq: number; skipped: boolean }>(
    db,
    sql`
    select seq, skipped_at is not null as skipped from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq > ${position}
    order by seq limit ${REPLAYED_MAX}`,
  );
  return new Map(letters.map(({ seq, skipped }) => [seq, skipped ? 'skipped' : 'open'] as const));
}

/** Which of these events an operator has skipped. */
export const listSkippedDeadLetters = async (
  db: Db,
  { producer, companyId }: Omit<DeadLetterKey, 'seq'>,
  seqs: readonly number[],
): Promise<ReadonlySet<number>> => {
  const letters = await many<{ seq: number }>(
    db,
    sql`
    select seq from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq = any(${seqs}::bigint[])
      and skipped_at is not null
    order by seq limit ${REPLAYED_MAX}`,
  );
  return new Set(letters.map(({ seq }) => seq));
};

export const deleteDeadLetter = (
  db: Db,
  { producer, companyId, seq }: DeadLetterKey,
): Promise<void> =>
  none(
    db,
    sql`
    delete from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`,
  );

/** Whether the event is already a dead letter: it is being replayed. */
export async function isDeadLetter(
  db: Db,
  { producer, companyId, seq }: EventRecord,
  { replayTo }: Cursor,
): Promise<boolean> {
  if (seq > replayTo) return false;
  const letter = await maybeOne(
    db,
    sql`
    select from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`,
  );
  return letter !== undefined;
}

/** A dead letter whose replay fails keeps its creation time. */
export const insertDeadLetter = (
  db: Db,
  event: EventRecord,
  attempts: number,
  error: string,
): Promise<void> =>
  none(
    db,
    sql`
    insert into dead_letters as d (producer, company_id, seq, event, attempts, error)
    values (
      ${event.producer}, ${event.companyId}, ${event.seq}, ${JSON.stringify(event)}::jsonb,
      ${attempts}, ${error}
    )
    on conflict (producer, company_id, seq) do update
    set attempts = d.attempts + 1, error = excluded.error`,
  );
