/**
 * One effect and one answer for a repeated request. The answer is kept in the transaction of the
 * effect, so a repetition finds either nothing or everything. A request that carries a key of the
 * client's claims it first, so that a twin at the same time is told to wait instead of queueing.
 */
import { createHmac } from 'node:crypto';
import { Refusal, type Actor } from '@muster/contracts';
import { deriveKey } from './actor.ts';
import { requester } from './events.ts';
import { many, maybeOne, one, sql, type Db } from './sql.ts';

export interface KeptAnswer {
  readonly body: string;
  readonly fingerprint: string;
  readonly companyId: string | null;
  readonly seq: number | null;
}

/** Keyed: an input may hold a secret that is easy to guess, and this is kept beside the answer. */
export const fingerprintOf = (secret: string, operation: string, input: unknown): string =>
  createHmac('sha256', deriveKey(secret, 'fingerprint'))
    .update(operation).update(JSON.stringify(input)).digest('base64url');

export const findAnswer = (db: Db, actor: Actor, id: string): Promise<KeptAnswer | undefined> =>
  maybeOne<KeptAnswer>(db, sql`
    select body, fingerprint, company_id, seq from requests
    where actor = ${requester(actor)} and id = ${id}`);

/** Thrown inside a transaction that turns out to repeat an answered request. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
}

/** Claims a client's key for the length of the transaction. */
export async function claimKey(db: Db, actor: Actor, id: string): Promise<void> {
  const { claimed } = await one<{ claimed: boolean }>(db, sql`
    select pg_try_advisory_xact_lock(
      hashtextextended(current_schema() || ${`${requester(actor)} ${id}`}, 0)
    ) as claimed`);
  if (!claimed) throw new Refusal('request_in_progress');
  if (await findAnswer(db, actor, id)) throw new AlreadyAnswered();
}

/** Answers that one statement forgets: it holds up nobody for long. */
const FORGET_BATCH = 5_000;

/** Forgets what no client tries again any more, a batch at a time until nothing is left. */
export async function forgetOldAnswers(db: Db): Promise<void> {
  for (;;) {
    const forgotten = await many(db, sql`
      delete from requests where (actor, id) in (
        select actor, id from requests where created_at < now() - interval '48 hours'
        limit ${FORGET_BATCH}
      ) returning 1 as one`);
    if (forgotten.length < FORGET_BATCH) return;
  }
}
