/**
 * Several writes of one company in one transaction: one connection, one append, one commit. They run
 * strictly one after the other, because two writes in a transaction do not exclude each other by
 * locks, and each behind a savepoint, so that one that fails takes no other along. What a write
 * decided may rest on rows of those before it, so none is answered before the commit.
 */
import { Refusal } from '@muster/contracts';
import { sql, type Db } from '../postgres/sql.ts';
import { openSavepoint, type Savepoint } from '../postgres/savepoint.ts';
import { withSpan, type Span } from '../telemetry/span.ts';
import { commitSpan } from '../telemetry/span-names.ts';
import { appendOfAll, countFollowing } from './append-events.ts';
import { appendTransaction } from './append-transaction.ts';
import { Missed } from './missed.ts';
import { execute, type Executed, type WriteOptions, type WriteRequest } from './write.ts';

/** Longest wait for a lock in a batch. A write that would wait longer does so alone. */
const LOCK_WAIT_MS = 50;

/** A write in a batch. */
export interface BatchedWrite<T = unknown> {
  readonly request: WriteRequest<T>;
  readonly span: Span | undefined;
  /** Throws if no caller waits for it any more. */
  readonly requireWanted: () => void;
}

/**
 * `alone`: it failed for a reason that may be of the batch, such as a lock, and wrote nothing.
 * `not begun`: the time of the batch was over.
 */
export type BatchOutcome =
  | { readonly type: 'committed'; readonly executed: Executed<unknown>; readonly seq: number }
  | { readonly type: 'refused'; readonly error: Refusal | Missed }
  | { readonly type: 'alone'; readonly error: unknown }
  | { readonly type: 'not begun' };

const shortLockWait = sql`select set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`;
const usualLockWait = sql`set local lock_timeout to default`;

/** A batch that failed as a whole: whether anything of it is committed is unknown. */
export class BatchFailed extends Error {
  override readonly name = 'BatchFailed';
  /** How many of the writes had begun. */
  readonly begun: number;
  constructor(cause: unknown, begun: number) {
    super('the batch failed', { cause });
    this.begun = begun;
  }
}

export interface Batch {
  /** Of all the writes. */
  readonly companyId: string;
  readonly writes: readonly BatchedWrite[];
  /** After this time no further write begins: those that are done wait for the commit. */
  readonly workMs: number;
}

/** The outcomes in the order of the writes. */
export async function writeBatch(
  options: WriteOptions,
  { companyId, writes, workMs }: Batch,
): Promise<readonly BatchOutcome[]> {
  const turns: Turn[] = [];
  let begun = 0;
  let endSpans: (() => void) | undefined;
  const takeTurns = async (db: Db) => {
    // If it fails, so do the statements after it.
    db.run(shortLockWait).catch(() => undefined);
    const endAt = performance.now() + workMs;
    for (const each of writes) {
      if (begun > 0 && performance.now() >= endAt) break;
      begun += 1;
      turns.push(await takeTurn(options, companyId, each, openSavepoint(db, begun)));
    }
    endSpans = beginCommitSpans(writes.slice(1, begun));
    const append = appendOfAll(options.contract, executedIn(turns));
    // Each of them needs the head of the log, so none has to wait for it alone.
    return { result: undefined, closing: usualLockWait, append };
  };
  try {
    const { seq } = await withSpan(writes[0]?.span, () =>
      appendTransaction(options, takeTurns, [companyId]),
    );
    return outcomesOf(writes, turns, seq ?? 0);
  } catch (error) {
    throw new BatchFailed(error, begun);
  } finally {
    endSpans?.();
  }
}

type Turn = { readonly executed: Executed<unknown> } | { readonly error: unknown };

async function takeTurn(
  options: WriteOptions,
  companyId: string,
  { request, span, requireWanted }: BatchedWrite,
  savepoint: Savepoint,
): Promise<Turn> {
  return withSpan(span, async () => {
    try {
      requireWanted();
      const executed = await execute(options, request, savepoint.db);
      if (executed.events.some((event) => event.companyId !== companyId)) {
        throw new Error('an event of another company');
      }
      savepoint.close();
      return { executed };
    } catch (error) {
      await savepoint.rollBack();
      return { error };
    }
  });
}

/** The first has its span from the transaction, with the statements that it ends with. */
function beginCommitSpans(writes: readonly BatchedWrite[]): () => void {
  const spans = writes.map(({ span }) => span?.child(commitSpan));
  return () => spans.forEach((span) => span?.end());
}

const executedIn = (turns: readonly Turn[]): Executed<unknown>[] =>
  turns.flatMap((turn) => ('executed' in turn ? [turn.executed] : []));

/** @param seq of the last event of all */
function outcomesOf(
  writes: readonly BatchedWrite[],
  turns: readonly Turn[],
  seq: number,
): BatchOutcome[] {
  const executed = executedIn(turns);
  const following = countFollowing(executed);
  const seqs = new Map(executed.map((each, index) => [each, seq - (following[index] ?? 0)]));
  return writes.map((_, index): BatchOutcome => {
    const turn = turns[index];
    if (!turn) return { type: 'not begun' };
    if ('executed' in turn) {
      const { executed: own } = turn;
      return { type: 'committed', executed: own, seq: seqs.get(own) ?? 0 };
    }
    const { error } = turn;
    return error instanceof Refusal || error instanceof Missed
      ? { type: 'refused', error }
      : { type: 'alone', error };
  });
}
