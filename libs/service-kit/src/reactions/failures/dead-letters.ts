/**
 * Dead letters: events that reactions could not apply on their last attempt. Retrying one takes those
 * reactions back to before it, so that their effects keep the order of the log. Until they are in step
 * again they have one attempt at an event that is a dead letter already, which is deleted when it
 * succeeds, and they pass over one that an operator has skipped.
 */
import type { EventRecord } from '@muster/contracts';
import { many, none, sql, type Db } from '../../postgres/sql.ts';
import type { CursorKey } from '../cursor-store.ts';

export interface DeadLetterKey extends CursorKey {
  readonly seq: number;
}

export interface DeadLetter {
  readonly seq: number;
  /** The reactions that could not apply it; null: all that hear its type. */
  readonly reactions: readonly string[] | null;
  readonly isSkipped: boolean;
}

/** Dead letters of one company; operators leave far fewer. */
const LETTERS_MAX = 10_000;

/** @returns number → dead letter, of the events after one up to another */
export async function deadLettersOf(
  db: Db,
  { producer, companyId }: CursorKey,
  { after, to }: { after: number; to: number },
): Promise<ReadonlyMap<number, DeadLetter>> {
  const letters = await many<DeadLetter>(
    db,
    sql`
    select seq, reactions, skipped_at is not null as is_skipped from dead_letters
    where producer = ${producer} and company_id = ${companyId}
      and seq > ${after} and seq <= ${to}
    order by seq limit ${LETTERS_MAX}`,
  );
  return new Map(letters.map((letter) => [letter.seq, letter]));
}

/** Whether the event is a dead letter of this reaction. */
export const isLetterOf = (letter: DeadLetter | undefined, reaction: string): boolean =>
  letter !== undefined && (letter.reactions === null || letter.reactions.includes(reaction));

/** These reactions, which it names, have applied the event; without others it is no dead letter any more. */
export const removeFromLetter = (
  db: Db,
  { producer, companyId, seq }: DeadLetterKey,
  reactions: readonly string[],
): Promise<void> =>
  none(
    db,
    sql`
    with kept as (
      update dead_letters
      set reactions = array(select n from unnest(reactions) as n where n <> all (${[...reactions]}::text[]))
      where producer = ${producer} and company_id = ${companyId} and seq = ${seq}
        and not reactions <@ ${[...reactions]}::text[]
      returning seq
    )
    delete from dead_letters
    where producer = ${producer} and company_id = ${companyId} and seq = ${seq}
      and not exists (select from kept)`,
  );

/**
 * A dead letter that fails again keeps its creation time. One that was skipped for other reactions is open
 * again: this one has not been given up on purpose.
 */
export const insertDeadLetter = (
  db: Db,
  event: EventRecord,
  { reaction, attempts, error }: { reaction: string; attempts: number; error: string },
): Promise<void> =>
  none(
    db,
    sql`
    insert into dead_letters as d (producer, company_id, seq, event, attempts, error, reactions)
    values (
      ${event.producer}, ${event.companyId}, ${event.seq}, ${JSON.stringify(event)}::jsonb,
      ${attempts}, ${error}, array[${reaction}]
    )
    on conflict (producer, company_id, seq) do update
    set attempts = greatest(d.attempts + 1, excluded.attempts), error = excluded.error,
      reactions = case when ${reaction} = any (d.reactions) or d.reactions is null then d.reactions
        else d.reactions || array[${reaction}] end,
      skipped_at = case when ${reaction} = any (d.reactions) then d.skipped_at end,
      skip_reason = case when ${reaction} = any (d.reactions) then d.skip_reason end`,
  );
