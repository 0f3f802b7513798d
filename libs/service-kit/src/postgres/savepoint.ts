/** A savepoint in an open transaction, and the statements behind it. */
import type { Db, Statement } from './sql.ts';

export interface Savepoint {
  /** Sets the savepoint before its first statement, in the same write to the socket. */
  readonly db: Db;
  /** Ends its statements; they stay. */
  close(): void;
  /** Ends its statements and undoes them; throws if the transaction is lost. */
  rollBack(): Promise<void>;
}

/**
 * @param number of the savepoint in its transaction: with a name of its own, it is never mistaken for
 *   an earlier one where it could not be set because the transaction had failed before
 */
export function openSavepoint(db: Db, number: number): Savepoint {
  let isSet = false;
  let isClosed = false;
  return {
    db: {
      async run<Row>(statement: Statement): Promise<Row[]> {
        // What a failed work still had under way must not become a part of the next.
        if (isClosed) throw new Error('the write has ended');
        // If it fails, the statement after it fails too, and its error is reported.
        if (!isSet) db.run(named('savepoint', number)).catch(() => undefined);
        isSet = true;
        return db.run<Row>(statement);
      },
    },
    close: () => void (isClosed = true),
    async rollBack() {
      isClosed = true;
      if (isSet) await db.run(named('rollback to savepoint', number));
    },
  };
}

/** Names are no parameters. */
const named = (verb: string, number: number): Statement => ({
  text: `${verb} write_${number}`,
  values: [],
});
