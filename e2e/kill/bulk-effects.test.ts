/**
 * Every process of a service is killed while it takes a step of a bulk effect: the step waits for a
 * row in its middle, which the test keeps locked until the processes are dead.
 */
import { globSync, readFileSync } from 'node:fs';
import { openTrials, recordTrials, until } from '@muster/test-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { deadLetters } from '../checks/effects-in-tables.ts';
import { killService } from '../faults/faults.ts';
import { holdLocked, useSql } from '../world/sql.ts';
import { useWorld } from '../world/use-world.ts';
import type { BulkCase } from './bulk-case.ts';
import { bulkCases } from './bulk-cases.ts';

/** Hundreds of events in some steps, after a restart, on a busy machine. */
const COMPLETE_MS = 90_000;

const world = useWorld({ settings: { BUDGET_SWEEP_SECONDS: '1' } });
const sql = useSql(world);
const trials = openTrials();
afterAll(() =>
  recordTrials({
    promise: 'P1',
    by: 'e2e/kill/bulk-effects',
    faults: bulkCases.length,
    ...trials.result(),
    how: 'a write with an effect on hundreds of rows, whose service is killed in the second step',
  }),
);

const countOf = async (from: string, companyId: string): Promise<number> => {
  const [row] = await sql.rows(`select count(*)::integer as count from ${from}`, [companyId]);
  return Number(row?.['count']);
};

const stepsOf = ({ service, name }: BulkCase, companyId: string) =>
  sql.rows(
    `select steps::integer from ${service}.bulk_effects where company_id = $1 and name = $2`,
    [companyId, name],
  );

const eventsOf = async ({ service, events }: BulkCase, companyId: string) => {
  const [row] = await sql.rows(
    `select count(*)::integer as events, count(distinct entity_id)::integer as entities
    from ${service}.events where company_id = $1 and type = any($2)`,
    [companyId, events],
  );
  return row;
};

describe('an effect on many rows is complete, each row once', () => {
  it.each(bulkCases)('when $service is killed during a step of $name', async (bulk) => {
    const { service, table, which, order, events } = bulk;
    const rowsLeft = `${table} where ${which}`;
    const { companyId, cause } = await bulk.prepare(world(), sql);
    const rows = await countOf(rowsLeft, companyId);
    // In an array, because a statement also locks the rows that its offset skips.
    const lock = await holdLocked(
      world().stack.databaseUrl,
      `select from ${table} where ctid = any(array(
        select ctid from ${rowsLeft} order by ${order} limit 1 offset ${Math.floor(rows / 2)}
      )) for update`,
      [companyId],
    );
    await trials.of(1, async () => {
      try {
        await cause();
        // Reactions may wait for the row as well.
        await until('the second step, which waits for the row', async () => {
          const [progress] = await stepsOf(bulk, companyId);
          const waiting = await lock.waiting(`muster_${service}`);
          return progress?.['steps'] === 1 && waiting.length > 0 ? true : undefined;
        });
        const left = await countOf(rowsLeft, companyId);
        expect(left).toBeGreaterThan(0);
        expect(left).toBeLessThan(rows);
        await killService(service).strike(world());
        expect(await stepsOf(bulk, companyId)).toEqual([{ steps: 1 }]);
        expect(await countOf(rowsLeft, companyId)).toBe(left);
      } finally {
        await lock.release();
      }
      const isOver = async () => ((await stepsOf(bulk, companyId)).length === 0 ? true : undefined);
      await until(`the end of ${bulk.name}`, isOver, COMPLETE_MS);
      expect(await countOf(rowsLeft, companyId)).toBe(0);
      if (events.length > 0) {
        expect(await eventsOf(bulk, companyId)).toEqual({ events: rows, entities: rows });
      }
      expect(await deadLetters(sql)).toEqual([]);
    });
  });
});

/** They write derived words anew, and emit nothing: services/issues/test/search-rewording.test.ts. */
const REWORDINGS = ['reword_issues', 'reword_thread'];

it('has a case for each bulk effect of every service', () => {
  const services = new URL('../../services/', import.meta.url);
  const names = globSync('*/src/bulk-effects/*.ts', { cwd: services.pathname }).flatMap((file) =>
    [...readFileSync(new URL(file, services), 'utf8').matchAll(/^ {2}name: '(\w+)',$/gm)].map(
      ([, name]) => name,
    ),
  );
  const cases = bulkCases.map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set([...cases, ...REWORDINGS]));
});
