/** A savepoint in an open transaction, and the statements behind it. */
import type { Db, Statement } from './sql.ts';

export interface Savepoint {
  /**
   * Sets the savepoint before its first statement, in the same write to the socket. A statement that
   * is not awaited loses the transaction if it fails, unless the savepoint is rolled back.
   */
  readonly db: Db;
  /** Ends its statements; they stay. */
  close(): void;
  /**
   * Ends its statements and undoes them, in one write to the socket with what follows. If the
   * transaction is lost, what follows fails, COMMIT at the latest.
   */
  rollBack(): Promise<void>;
}

/**
 * @param number of the savepoint in its transaction: with a name of its own, it is never mistaken for
 *   an earlier one where it could not be set because the transaction had failed before
 */
export function openSavepoint(db: Db, number: number): Savepoint {
  let isSet = false;
  let isClosed = false;
  const run = async <Row>(statement: Statement): Promise<Row[]> => {
    // What a failed work still had under way must not become a part of the next.
    if (isClosed) throw new Error('the write has ended');
    // If it fails, the statement after it fails too, and its error is reported.
    if (!isSet) unread(db.run(named('savepoint', number)));
    isSet = true;
    return db.run<Row>(statement);
  };
  return {
    db: { run, send: (statement) => unread(run(statement)) },
    close: () => void (isClosed = true),
    async rollBack() {
      isClosed = true;
      if (isSet) unread(db.run(named('rollback to savepoint', number)));
    },
  };
}

/** If it fails, so does every later statement of the transaction, and COMMIT. */
const unread = (result: Promise<unknown>): void => void result.catch(() => undefined);

/** Names are no parameters. */
const named = (verb: string, number: number): Statement => ({
  text: `${verb} write_${number}`,
  values: [],
});
