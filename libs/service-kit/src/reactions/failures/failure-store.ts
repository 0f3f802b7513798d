/** SQL of the failures: events that a reaction is to try again. All are changed under the cursor's lock. */
import type { EventRecord } from '@muster/contracts';
import { many, none, one, sql, type Db } from '../../postgres/sql.ts';
import type { CursorKey } from '../cursor-store.ts';

export interface Failure {
  readonly reaction: string;
  readonly seq: number;
  readonly attempts: number;
  /** It is not to be tried yet. */
  readonly isWaiting: boolean;
}

/** Reactions of one service; none has so many. */
const REACTIONS_MAX = 1_000;

/** @returns reaction → its failure */
export async function failuresOf(
  db: Db,
  { producer, companyId }: CursorKey,
): Promise<ReadonlyMap<string, Failure>> {
  const failures = await many<Failure>(
    db,
    sql`
    select reaction, seq, attempts, retry_at > now() as is_waiting from failures
    where producer = ${producer} and company_id = ${companyId}
    order by reaction limit ${REACTIONS_MAX}`,
  );
  return new Map(failures.map((failure) => [failure.reaction, failure]));
}

export const saveFailure = (
  db: Db,
  event: EventRecord,
  {
    reaction,
    attempts,
    error,
    retrySeconds,
  }: { reaction: string; attempts: number; error: string; retrySeconds: number },
): Promise<void> =>
  none(
    db,
    sql`
    insert into failures as f (producer, company_id, reaction, seq, event, attempts, error, retry_at)
    values (
      ${event.producer}, ${event.companyId}, ${reaction}, ${event.seq},
      ${JSON.stringify(event)}::jsonb, ${attempts}, ${error},
      now() + make_interval(secs => ${retrySeconds})
    )
    on conflict (producer, company_id, reaction) do update
    set seq = excluded.seq, event = excluded.event, attempts = excluded.attempts,
      error = excluded.error, retry_at = excluded.retry_at,
      since = case when f.seq = excluded.seq then f.since else now() end`,
  );

/** Of these reactions, at events up to this one. */
export const deleteFailures = (
  db: Db,
  { producer, companyId }: CursorKey,
  { reactions, to }: { reactions: readonly string[]; to: number },
): Promise<void> =>
  none(
    db,
    sql`
    delete from failures
    where producer = ${producer} and company_id = ${companyId}
      and reaction = any(${[...reactions]}::text[]) and seq <= ${to}`,
  );

/** Companies with an event that is to be tried again, other reactions that lag, and dead letters. */
export const countFailures = (
  db: Db,
): Promise<{ blocked: number; lagging: number; deadLetters: number }> =>
  one(
    db,
    sql`
    select (select count(distinct (producer, company_id)) from failures)::int4 as blocked,
      (
        select count(*) from cursors c, jsonb_object_keys(c.lagging) as n
        where c.lagging <> '{}' and not exists (
          select from failures f
          where f.producer = c.producer and f.company_id = c.company_id and f.reaction = n
        )
      )::int4 as lagging,
      (select count(*) from dead_letters where skipped_at is null)::int4 as dead_letters`,
  );
