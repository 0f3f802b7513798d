/**
 * A repeated request has one effect and one answer. The answer is stored in the transaction of the
 * effect, so a repeat finds either nothing or everything. A request with the client's own
 * idempotency key claims it first: a concurrent repeat is refused at once and does not queue.
 *
 * The refusal of such a request is stored after its rollback. Between the two a repeat may be
 * executed, so the refusal is given only if no other answer was stored meanwhile; otherwise that one
 * is. A crash of Postgres may lose a refusal, because its commit does not wait for the disk: nothing
 * had happened, and the repeat is decided anew. So it is after a refusal that others can lift, and after
 * one by rights, which also hides what is stored from a caller that has lost them.
 *
 * The caller of a service sends a request again that has no answer yet, perhaps to another replica. If
 * the later attempt is refused, the earlier one may still be on its way, and would do what the caller
 * believes refused: the refusal takes its place among the answers first, so that it cannot commit.
 */
import { createHmac } from 'node:crypto';
import { problemOf, Refusal, type Actor } from '@muster/contracts';
import { requester, type AnswerToStore } from '../event-log/append-events.ts';
import { maybeOne, one, sql, type Db, type Statement } from '../postgres/sql.ts';
import type { Remainder } from '../postgres/transaction.ts';

export interface StoredAnswer {
  readonly body: string;
  readonly fingerprint: string;
  readonly companyId: string | null;
  readonly seq: number | null;
  /** The problem as JSON if the request was refused; it has no body then. */
  readonly problem: string | null;
}

/** Keyed: the input may hold a guessable secret, and the fingerprint is stored with the answer. */
export const fingerprintOf = (key: Buffer, operation: string, input: unknown): string =>
  createHmac('sha256', key).update(operation).update(JSON.stringify(input)).digest('base64url');

export const findAnswer = (db: Db, actor: Actor, id: string): Promise<StoredAnswer | undefined> =>
  maybeOne<StoredAnswer>(
    db,
    sql`
    select body, fingerprint, company_id, seq, null as problem from requests
    where actor = ${requester(actor)} and id = ${id}
    union all
    select '', fingerprint, null, null, problem from refused_requests
    where actor = ${requester(actor)} and id = ${id} and not exists (
      select from requests where actor = ${requester(actor)} and id = ${id}
    )
    limit 1`,
  );

/** Thrown inside a transaction that repeats an answered request. */
export class AlreadyAnswered extends Error {
  override readonly name = 'AlreadyAnswered';
}

const lockOf = (actor: Actor, id: string): Statement =>
  sql`hashtextextended(current_schema() || ${`${requester(actor)} ${id}`}, 0)`;

/** Claims a client's key until the end of the transaction. */
export async function claimKey(db: Db, actor: Actor, id: string): Promise<void> {
  const { claimed } = await one<{ claimed: boolean }>(
    db,
    sql`
    select pg_try_advisory_xact_lock(${lockOf(actor, id)}) as claimed`,
  );
  if (!claimed) throw new Refusal('request_in_progress');
  if (await findAnswer(db, actor, id)) throw new AlreadyAnswered();
}

/** Stands for the fingerprint of an answer that is a refusal; no fingerprint has these letters. */
const FENCED = 'refused';

/**
 * Takes the place of the answer of earlier attempts, which waits for one that is being committed.
 * @returns whether there was none
 */
export async function fenceEarlierAttempts(
  db: Db,
  actor: Actor,
  { id, operation }: Pick<AnswerToStore, 'id' | 'operation'>,
  refusal: Refusal,
): Promise<boolean> {
  const fenced = await maybeOne(
    db,
    sql`
    insert into requests (actor, id, operation, fingerprint, body)
    values (
      ${requester(actor)}, ${id}, ${operation}, ${FENCED}, ${JSON.stringify(problemOf(refusal))}
    )
    on conflict (actor, id) do nothing
    returning 1 as fenced`,
  );
  return fenced !== undefined;
}

export const isFence = ({ fingerprint }: StoredAnswer): boolean => fingerprint === FENCED;

/** Stores the refusal, or throws `AlreadyAnswered` if the request has an answer by now. */
export const storedRefusal = (
  actor: Actor,
  { id, operation, fingerprint }: Omit<AnswerToStore, 'body'>,
  refusal: Refusal,
): Remainder => ({
  statements: [
    // A repeat that is being executed ends first, and the next statement sees its answer.
    sql`select pg_advisory_xact_lock(${lockOf(actor, id)})`,
    sql`
    insert into refused_requests (actor, id, operation, fingerprint, problem)
    select ${requester(actor)}, ${id}, ${operation}, ${fingerprint},
      ${JSON.stringify(problemOf(refusal))}
    where not exists (select from requests where actor = ${requester(actor)} and id = ${id})
    on conflict (actor, id) do nothing
    returning 1 as stored`,
  ],
  written: (rows) => {
    if (rows.length === 0) throw new AlreadyAnswered();
  },
});
