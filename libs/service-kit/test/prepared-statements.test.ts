/** Statements whose text callers choose, by filters. */
import { one, sql } from '@muster/service-kit';
import { openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerService, type ledger } from './ledger.ts';

/** More than the names that a process gives. */
const TEXTS = 6_000;

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
});
afterAll(() => stage.close());

it('thousands of different statements are answered, and no connection keeps them', async () => {
  const asked = Array.from({ length: TEXTS }, (_, n) =>
    one<{ n: number }>(stage.db, { text: `select ${n} as n`, values: [] }),
  );
  expect((await Promise.all(asked)).map(({ n }) => n)).toEqual(asked.map((_, n) => n));
  const { count } = await one<{ count: number }>(
    stage.db,
    sql`select count(*)::int4 as count from pg_prepared_statements`,
  );
  expect(count).toBeLessThan(100);
});
