/** What a pass over the old rows does when a batch takes too long, or a table fails. */
import { byAge, deleteAged, none, one, sql, type AgedRows } from '@muster/service-kit';
import { openStage, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openMetrics } from '../src/telemetry/metrics.ts';
import { ledger, ledgerService } from './ledger.ts';

const ROWS = 5_000;

let stage: Stage<typeof ledger>;
beforeAll(async () => {
  stage = await openStage(ledgerService);
  await none(await stage.admin(), sql`create table notes (noted_at timestamptz not null)`);
});
afterAll(() => stage.close());
beforeEach(async () => {
  const admin = await stage.admin();
  await none(admin, sql`truncate notes`);
  await none(
    admin,
    sql`
    insert into notes select now() - interval '3 days' + n * interval '1 ms'
    from generate_series(1, ${ROWS}) n`,
  );
});

const notes = byAge('notes', {
  table: sql`notes`,
  by: sql`noted_at`,
  below: sql`now() - interval '1 day'`,
});

const failing: AgedRows = {
  table: 'broken',
  deleteBatch: () => Promise.reject(new Error('told to fail')),
  overdueSeconds: async () => 7_200,
};

const countNotes = async (): Promise<number> =>
  (await one<{ count: number }>(await stage.admin(), sql`select count(*) from notes`)).count;

/** A pass as the administrator, whose statements may take a tenth of a second. */
async function pass(agedRows: readonly AgedRows[]) {
  const db = await stage.admin();
  const metrics = openMetrics({ contract: ledger, reactions: {}, agedRows });
  await none(db, sql`set statement_timeout = '100ms'`);
  try {
    const isLeft = await deleteAged({ ...stage.service.runtime, db, metrics, agedRows });
    const { values } = await metrics.oldestDueRow.get();
    const overdue = new Map(values.map(({ labels, value }) => [labels.table, value]));
    return { isLeft, overdue };
  } finally {
    await none(db, sql`reset statement_timeout`);
  }
}

it('halves a batch that takes longer than a statement may', async () => {
  const limits: number[] = [];
  const slow: AgedRows = {
    ...notes,
    deleteBatch: async (db, config, batch) => {
      limits.push(batch.limit);
      await none(db, sql`select pg_sleep(${batch.limit / 8_000})`);
      return notes.deleteBatch(db, config, batch);
    },
  };
  const { isLeft, overdue } = await pass([slow]);
  expect(limits.slice(0, 3)).toEqual([2_000, 1_000, 500]);
  expect(await countNotes()).toBe(0);
  expect(isLeft).toBe(false);
  expect(overdue.get('notes')).toBe(0);
});

it('gives each table its turn, also after one that fails', async () => {
  const { overdue } = await pass([failing, notes]);
  expect(await countNotes()).toBe(0);
  expect(overdue.get('broken')).toBe(7_200);
  expect(overdue.get('notes')).toBe(0);
});

it('measures for how long the oldest row that it could not delete has been due', async () => {
  const { overdue } = await pass([{ ...notes, deleteBatch: failing.deleteBatch }]);
  const twoDays = 2 * 86_400;
  expect(overdue.get('notes')).toBeGreaterThan(twoDays - 60);
  expect(overdue.get('notes')).toBeLessThan(twoDays + 60);
});

it('counts a pass more where the age cannot be read', async () => {
  const unknown = { ...failing, overdueSeconds: () => Promise.reject(new Error('told to fail')) };
  expect((await pass([unknown])).overdue.get('broken')).toBe(3_600);
});

it('measures the event log, from which nothing is deleted', async () => {
  const { runtime } = stage.service;
  await deleteAged(runtime);
  const { values } = await runtime.metrics.eventLogBytes.get();
  expect(values[0]?.value).toBeGreaterThan(0);
});
