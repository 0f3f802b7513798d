import { none, sql, type Db, type Statement } from '@muster/service-kit';
import { openStage, pagesOf, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstRows, type LongColumns } from '../src/postgres/first-rows.ts';
import { ledgerService, type ledger } from './ledger.ts';

const ROWS = 90;
const LONG = 100_000;
/** What is read of a page: less than an answer, of 768 KiB. */
const READ_MAX_BYTES = 786_432;
const TEXTS: LongColumns = { texts: ['body'] };
const BOTH: LongColumns = { texts: ['body'], json: ['fields'] };

interface Row {
  readonly n: number;
  readonly body: string | null;
  readonly fields: { readonly filled: string; readonly numbers?: readonly number[] };
}

let stage: Stage<typeof ledger>;
let db: Db;
beforeAll(async () => {
  stage = await openStage(ledgerService);
  db = await stage.admin();
  await none(db, sql`create table long_rows (kind text, n integer, body text, fields jsonb)`);
});
afterAll(() => stage.close());

const fill = (kind: string, body: Statement, fields: Statement): Promise<void> =>
  none(
    db,
    sql`
    insert into long_rows
    select ${kind}, n, ${body}, jsonb_build_object('filled', ${fields})
    from generate_series(1, ${ROWS}::integer) as n`,
  );

const random = sql`(
  select string_agg(md5(n::text || part::text), '') from generate_series(1, ${LONG}::integer / 32) part
)`;
const repeated = sql`repeat('a', ${LONG})`;

const listAfter = (kind: string, after: number, size: number): Statement => sql`
  select n, body, fields from long_rows
  where kind = ${kind} and n > ${after} order by n limit ${size + 1}`;

const bytesOf = (rows: readonly Row[]): number =>
  rows.reduce(
    (sum, { body, fields }) => sum + Buffer.byteLength(`${body ?? ''}${JSON.stringify(fields)}`),
    0,
  );

it.each([
  ['long texts', random, sql`''`, TEXTS],
  ['long texts that are compressed', repeated, sql`''`, TEXTS],
  ['long JSON', sql`null`, random, BOTH],
  ['long JSON that is compressed', sql`null`, repeated, BOTH],
  ['both', repeated, random, BOTH],
])('reads of rows with %s those that fit an answer, and each once', async (...of) => {
  const [kind, body, fields, long] = of;
  await fill(kind, body, fields);
  const seen: number[] = [];
  for (let hasMore = true; hasMore;) {
    const page = await firstRows<Row>(db, listAfter(kind, seen.at(-1) ?? 0, 500), 500, long);
    expect(bytesOf(page.rows)).toBeLessThan(READ_MAX_BYTES);
    expect(Object.keys(page.rows[0] ?? {})).toEqual(['n', 'body', 'fields']);
    seen.push(...page.rows.map(({ n }) => n));
    hasMore = page.hasMore;
  }
  expect(seen).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
});

it('tells the size of a text without reading it', async () => {
  const kind = 'measured';
  await fill(kind, random, sql`''`);
  await none(db, sql`vacuum analyze long_rows`);
  const pages = await pagesOf(db, async (counted) => {
    await firstRows(counted, listAfter(kind, 0, 500), 500, TEXTS);
  });
  // Ninety such texts have more than a thousand pages.
  expect(pages).toBeLessThan(100);
});

it('reads one row that alone is too long, and all short ones', async () => {
  const kind = 'one';
  await none(
    db,
    sql`
    insert into long_rows values (${kind}, 1, repeat('a', 2000000), '{}'), (${kind}, 2, 'b', '{}')`,
  );
  const first = await firstRows<Row>(db, listAfter(kind, 0, 500), 500, BOTH);
  expect(first).toMatchObject({ rows: [{ n: 1 }], hasMore: true });
  expect(await firstRows<Row>(db, listAfter(kind, 1, 500), 500, BOTH)).toMatchObject({
    rows: [{ n: 2 }],
    hasMore: false,
  });
  expect(await firstRows<Row>(db, listAfter(kind, 2, 500), 500, BOTH)).toEqual({
    rows: [],
    hasMore: false,
  });
  expect(await firstRows<Row>(db, listAfter('both', 0, 1), 1, BOTH)).toMatchObject({
    rows: [{ n: 1 }],
    hasMore: true,
  });
});
