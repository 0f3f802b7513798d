/**
 * A repeated request has one effect and one answer. The answer is stored in the transaction of the
 * effect, so a repeat finds either nothing or everything. A request with the client's own
 * idempotency key claims it first: a concurrent repeat is refused at once and does not queue.
 */
import { createHmac } from 'node:crypto';
import { Refusal, type Actor } from '@muster/contracts';
import { requester } from '../event-log/append-events.ts';
import { many, maybeOne, one, sql, type Db } from '../postgres/sql.ts';

export interface StoredAnswer {
  readonly body: string;
  readonly fingerprint: string;
  readonly companyId: string | null;
  readonly seq: number | null;
}

/** Keyed: the input may hold a guessable secret, and the fingerprint is stored with the answer. */
export const fingerprintOf = (key: Buffer, operation: string, input: unknown): string =>
  createHmac('sha256', key).update(operation).update(JSON.stringify(input)).digest('base64url');

export const findAnswer = (db: Db, actor: Actor, id: string): Promise<StoredAnswer | undefined> =>
  maybeOne<StoredAnswer>(
    db,
    sql`
    select body, fingerprint, company_id, seq from requests
    where actor = ${requester(actor)} and id = ${id}`,
  );

/** Thrown inside a transaction that repeats an answered request. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
}

/** Claims a client's key until the end of the transaction. */
export async function claimKey(db: Db, actor: Actor, id: string): Promise<void> {
  const { claimed } = await one<{ claimed: boolean }>(
    db,
    sql`
    select pg_try_advisory_xact_lock(
      hashtextextended(current_schema() || ${`${requester(actor)} ${id}`}, 0)
    ) as claimed`,
  );
  if (!claimed) throw new Refusal('request_in_progress');
  if (await findAnswer(db, actor, id)) throw new AlreadyAnswered();
}

/** Answers deleted by one statement: it holds its locks only briefly. */
const DELETE_BATCH = 5_000;

/** Deletes answers that clients no longer retry for, in batches. */
export async function deleteOldAnswers(db: Db): Promise<void> {
  for (;;) {
    const deleted = await many(
      db,
      sql`
      delete from requests where (actor, id) in (
        select actor, id from requests where created_at < now() - interval '48 hours'
        limit ${DELETE_BATCH}
      ) returning 1 as one`,
    );
    if (deleted.length < DELETE_BATCH) return;
  }
}
