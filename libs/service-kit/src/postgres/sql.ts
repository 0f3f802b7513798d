/**
 * Hand-written SQL with parameters only. A statement is text and values; one that is used again has a
 * name, so that Postgres prepares it once per connection. Rows come back with camelCase keys.
 */
import pg from 'pg';
import { childSpan } from '../telemetry/span.ts';
import { statementSpan } from '../telemetry/span-names.ts';
import { statementNames } from './statement-names.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs statements: on the pool, or in an open transaction. */
export interface Db {
  run<Row>(statement: Statement): Promise<Row[]>;
  /** Sends a statement that is not awaited; absent outside transactions. */
  readonly send?: (statement: Statement) => void;
}

const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value && 'values' in value;

interface SplicedText {
  /** Texts of the nested statements, in their order. */
  readonly nested: readonly string[];
  readonly text: string;
}

/**
 * Texts of templates, memoized by the template: most have one, and those with nested statements one
 * for each combination of them.
 */
const memoized = new WeakMap<TemplateStringsArray, SplicedText[]>();
/** Combinations of one template that are kept; filters have a few. */
const COMBINATIONS_MAX = 16;

/** `sql`…${value}…``; a nested statement is spliced in, everything else becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Statement {
  const nested = parts.filter(isStatement);
  const values = nested.length === 0 ? parts : parts.flatMap(valuesOf);
  let known = memoized.get(strings);
  if (!known) memoized.set(strings, (known = []));
  const found = known.find((each) => areTextsOf(each.nested, nested));
  if (found) return { text: found.text, values };
  const text = splice(strings, parts);
  if (known.length === COMBINATIONS_MAX) known.shift();
  known.push({ nested: nested.map((each) => each.text), text });
  return { text, values };
}

const valuesOf = (part: unknown): readonly unknown[] => (isStatement(part) ? part.values : [part]);

const areTextsOf = (texts: readonly string[], statements: readonly Statement[]): boolean =>
  texts.length === statements.length &&
  texts.every((text, index) => text === statements[index]?.text);

function splice(strings: TemplateStringsArray, parts: readonly unknown[]): string {
  let text = strings[0] ?? '';
  let count = 0;
  parts.forEach((each, index) => {
    text += isStatement(each) ? renumbered(each, count) : `$${count + 1}`;
    text += strings[index + 1] ?? '';
    count += isStatement(each) ? each.values.length : 1;
  });
  return text;
}

/** The text with its parameters numbered on from this many others. */
const renumbered = ({ text }: Statement, count: number): string =>
  count === 0 ? text : text.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + count}`);

/** Statements joined by a separator: the `and`s of a filter, the columns of an update. */
export const join = (parts: readonly Statement[], separator: string): Statement => {
  const values: unknown[] = [];
  const texts = parts.map((each) => {
    const text = renumbered(each, values.length);
    values.push(...each.values);
    return text;
  });
  return { text: texts.join(separator), values };
};

export async function many<Row>(db: Db, statement: Statement): Promise<Row[]> {
  return db.run<Row>(statement);
}

export async function maybeOne<Row>(db: Db, statement: Statement): Promise<Row | undefined> {
  const rows = await db.run<Row>(statement);
  if (rows.length > 1) throw new Error(`at most one row expected, got ${rows.length}`);
  return rows[0];
}

export async function one<Row>(db: Db, statement: Statement): Promise<Row> {
  const row = await maybeOne<Row>(db, statement);
  if (row === undefined) throw new Error('one row expected, got none');
  return row;
}

export async function none(db: Db, statement: Statement): Promise<void> {
  await db.run(statement);
}

/**
 * Writes what nothing depends on any more. In a transaction the statement shares the round trip of what
 * follows it, COMMIT at the latest, and its failure is that of the transaction. For statements that are
 * expected to succeed: a lock is held that keeps what they rest on, and no handler could catch their
 * error.
 */
export async function noneAwaited(db: Db, statement: Statement): Promise<void> {
  if (db.send) db.send(statement);
  else await db.run(statement);
}

/**
 * Awaits statements of a transaction that are sent together, in one round trip. They are executed in
 * order, and all of them, so none may depend on another's result. Throws the first error: those
 * after it failed only because of that one. A value in the place of a statement is returned as it is.
 */
export async function pipelined<const T extends readonly unknown[]>(
  results: T,
): Promise<{ -readonly [N in keyof T]: Awaited<T[N]> }> {
  await Promise.allSettled(results);
  for (const result of results) await result;
  return Promise.all(results);
}

/** The name of the violated constraint, if the error is a violation. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined;

const camelKeys = new Map<string, string>();
const camel = (column: string): string => {
  let key = camelKeys.get(column);
  if (key === undefined) {
    key = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelKeys.set(column, key);
  }
  return key;
};

type Runner = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** Runs statements on a pool or a client of `pg`, prepared, and names the columns in camelCase. */
export const dbOn = (runner: Runner): Db => ({
  run: (statement) =>
    childSpan(
      () => statementSpan(statement.text),
      () => runOn(runner, statement),
    ),
});

async function runOn<Row>(runner: Runner, { text, values }: Statement): Promise<Row[]> {
  const name = statementNames.of(text);
  const result = await runner.query({
    ...(name === undefined ? {} : { name }),
    text,
    values: values as unknown[],
    rowMode: 'array',
  });
  const keys = result.fields.map((field) => camel(field.name));
  return result.rows.map((cells: unknown[]) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < keys.length; index++) row[keys[index] as string] = cells[index];
    return row as Row;
  });
}

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const NUMERIC = 1700;

/** `2026-11-20 18:12:00.12+00` (sessions run in UTC) → `2026-11-20T18:12:00.120Z`. */
export const isoTimestamp = (value: string): string => {
  const [whole = '', fraction = ''] = value.slice(0, value.lastIndexOf('+')).split('.');
  return `${whole.replace(' ', 'T')}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
};

pg.types.setTypeParser(TIMESTAMPTZ, isoTimestamp);
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);
