/**
 * Attempts to sign in, counted over all replicas before the password is verified, so that concurrent
 * guesses are not faster than sequential ones.
 */
import { createHash } from 'node:crypto';
import { maybeOne, none, one, sql, type Db, type OldRows } from '@muster/service-kit';

const DAY_SECONDS = 86_400;
/** What attempts are counted by. */
export type AttemptKey = Buffer;

export const attemptKey = (kind: string, value: string): AttemptKey =>
  createHash('sha256').update(`${kind} ${value}`).digest();

export interface Attempts {
  readonly attempts: number;
  readonly retryAfterSeconds: number;
}

/** Counts an attempt and returns the sum of the current quarter of an hour. */
export const countAttempt = (db: Db, key: AttemptKey): Promise<Attempts> =>
  one<Attempts>(
    db,
    sql`
    insert into sign_in_attempts as a (key, attempts, since) values (${key}, 1, now())
    on conflict (key) do update set
      attempts = case when a.since < now() - interval '15 minutes' then 1 else a.attempts + 1 end,
      since = case when a.since < now() - interval '15 minutes' then now() else a.since end
    returning attempts,
      ceil(extract(epoch from since + interval '15 minutes' - now()))::integer
        as retry_after_seconds`,
  );

/** Gives an attempt back. */
export const returnAttempt = (db: Db, key: AttemptKey): Promise<void> =>
  none(
    db,
    sql`
    update sign_in_attempts set attempts = greatest(attempts - 1, 0) where key = ${key}`,
  );

/** Resets the attempts and remembers the success, until the row is deleted for its age. */
export const recordSuccess = (db: Db, key: AttemptKey): Promise<void> =>
  none(db, sql`update sign_in_attempts set attempts = 0, succeeded_at = now() where key = ${key}`);

export const hasSucceeded = async (db: Db, key: AttemptKey): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`
    select 1 from sign_in_attempts
    where key = ${key} and succeeded_at is not null`,
  )) !== undefined;

export const oldSignInFailures: OldRows = {
  table: sql`sign_in_attempts`,
  by: sql`since`,
  below: sql`now() - interval '1 hour'`,
  where: sql`succeeded_at is null`,
};

/** Successes that are no longer remembered, unless attempts are still counted there. */
export const oldSignInSuccesses = (rememberedDays: number): OldRows => ({
  table: sql`sign_in_attempts`,
  by: sql`succeeded_at`,
  below: sql`now() - make_interval(secs => ${rememberedDays * DAY_SECONDS})`,
  where: sql`since < now() - interval '1 hour'`,
});
