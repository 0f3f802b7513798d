/**
 * Events that were given up on. One that is retried is offered again together with all that came
 * after it, so that a company's effects keep their order: its cursor is wound back, and remembers
 * in `replay_to` how far it was. On that way a letter goes away when its effect succeeds, has one
 * try and not fifteen, and is passed over when it was skipped.
 */
import type { EventRecord } from '@muster/contracts';
import type { Cursor } from './event-store.ts';
import { many, maybeOne, none, sql, type Db } from './sql.ts';

export interface LetterKey {
  readonly producer: string;
  readonly companyId: string;
  readonly seq: number;
}

/** Letters of one company, far more than anybody would leave lying. */
const AGAIN_MAX = 10_000;

/** What became of events behind `at` when they were offered before: only asked on the way back. */
export async function listAgain(
  db: Db,
  { producer, companyId, at, cursor }: {
    producer: string;
    companyId: string;
    at: number;
    cursor: Cursor;
  },
): Promise<ReadonlyMap<number, 'kept' | 'skipped'>> {
  if (at >= cursor.replayTo) return new Map();
  const letters = await many<{ seq: number; skipped: boolean }>(db, sql`
    select seq, skipped_at is not null as skipped from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq > ${at}
    order by seq limit ${AGAIN_MAX}`);
  return new Map(letters.map(({ seq, skipped }) => [seq, skipped ? 'skipped' : 'kept'] as const));
}

export const deleteLetter = (db: Db, { producer, companyId, seq }: LetterKey): Promise<void> =>
  none(db, sql`
    delete from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`);

/** Whether it has had all its tries before. */
export async function isGivenUp(
  db: Db,
  { producer, companyId, seq }: EventRecord,
  { replayTo }: Cursor,
): Promise<boolean> {
  if (seq > replayTo) return false;
  const letter = await maybeOne(db, sql`
    select from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}`);
  return letter !== undefined;
}

/** One that fails again stays as old as it is. */
export const insertLetter = (
  db: Db,
  event: EventRecord,
  attempts: number,
  error: string,
): Promise<void> =>
  none(db, sql`
    insert into dead_letters as d (producer, company_id, seq, event, attempts, error)
    values (
      ${event.producer}, ${event.companyId}, ${event.seq}, ${JSON.stringify(event)}::jsonb,
      ${attempts}, ${error}
    )
    on conflict (producer, company_id, seq) do update
    set attempts = d.attempts + 1, error = excluded.error`);
