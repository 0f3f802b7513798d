/** Statements whose text callers choose, by filters. */
import { one, sql } from '@muster/service-kit';
import { openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerService, type ledger } from './ledger.ts';

/** More than the names that a process gives. */
const TEXTS = 6_000;
/** Fewer than wait for a connection in vain, on a busy machine with servers far away. */
const AT_ONCE = 500;

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

it('thousands of different statements are answered, and no connection keeps them', async () => {
  for (let from = 0; from < TEXTS; from += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, n) => from + n);
    const asked = numbers.map((n) =>
      one<{ n: number }>(stage.db, { text: `select ${n} as n`, values: [] }),
    );
    expect((await Promise.all(asked)).map(({ n }) => n)).toEqual(numbers);
  }
  const { count } = await one<{ count: number }>(
    stage.db,
    sql`select count(*)::int4 as count from pg_prepared_statements`,
  );
  expect(count).toBeLessThan(100);
});
