/** From the statements that were recorded for one request to those that are sent for another one. */
import type { Sent } from './recorder.ts';
import { templateOf, type Slots, type Template } from './template.ts';

export interface PlayedStatement {
  readonly text: string;
  readonly values: readonly Template[];
  /** Whether the recorded one found or changed any row, which this one has to do as well. */
  readonly findsRows: boolean;
}

/** What one service sends for one request. */
export interface Play {
  /** In which the tables are. */
  readonly schema: string;
  /** A transaction of its own, or reads that see what is committed. */
  readonly isTransaction: boolean;
  readonly statements: readonly PlayedStatement[];
}

const BEGIN = /^begin\b/;
const END = /^(?:commit|rollback)$/;
/** The check of a version that was read before: the replay has not read it. */
const VERSION_CHECK = /\bversion = (?=\$\d)/g;

/**
 * Leaves out what the service does in the background: a statement of a request names what the request
 * is about, and is in a transaction with such statements, or on a connection without transactions.
 */
export function playOf(
  schema: string,
  connections: readonly (readonly Sent[])[],
  slots: Slots,
): Play {
  const ids = [...slots.keys()];
  const isAbout = ({ values }: Sent): boolean => {
    const text = JSON.stringify(values);
    return ids.some((id) => text.includes(id));
  };
  const transaction = connections
    .flatMap(transactionsIn)
    .find((inside) => inside.some(isAbout) && !inside.some(isOfRelay));
  if (transaction) {
    return { schema, isTransaction: true, statements: played(transaction, slots) };
  }
  const reads = connections
    .filter((sent) => !sent.some(({ text }) => BEGIN.test(text) || END.test(text)))
    .flatMap((sent) => sent.filter((each) => isAbout(each) && !isOfRelay(each)));
  if (reads.length === 0) throw new Error(`${schema} sent nothing for the request`);
  return { schema, isTransaction: false, statements: played(reads, slots) };
}

/** What is between each BEGIN and its COMMIT; a transaction that was cut off is left out. */
function transactionsIn(sent: readonly Sent[]): Sent[][] {
  const transactions: Sent[][] = [];
  let inside: Sent[] | undefined;
  for (const statement of sent) {
    if (BEGIN.test(statement.text)) inside = [];
    else if (END.test(statement.text)) {
      if (inside) transactions.push(inside);
      inside = undefined;
    } else inside?.push(statement);
  }
  return transactions;
}

/** It publishes what was written before, also while the request is answered. */
const isOfRelay = ({ text }: Sent): boolean => text.includes('relay_positions');

function played(sent: readonly Sent[], slots: Slots): PlayedStatement[] {
  const fresh = new Map<string, string>();
  return sent.map(({ text, values, rowCount = 0 }) => ({
    text: text.replaceAll(VERSION_CHECK, 'version >= '),
    values: values.map((value) => templateOf(value, slots, fresh)),
    findsRows: rowCount > 0,
  }));
}
