/** Reservations that go by their age. */
import { deleteAged, deleteOldest, many, none, sql } from '@muster/service-kit';
import { growthOfSweeps, idOfPast, openStage, pagesOf, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agedRows } from '../src/aged-rows.ts';
import { billingService } from '../src/service.ts';
import { oldReservations } from '../src/store/aged-rows.ts';
import { finishRun, monthsOf, reportUsage, type BillingStage } from './books.ts';

const DAYS = 90;
const FIRST = { limit: 2_000 };

let stage: BillingStage;
beforeAll(async () => {
  stage = await openStage(billingService, { env: { RETENTION_RESERVATIONS_DAYS: `${DAYS}` } });
});
afterAll(() => stage.close());

const insert = (companyId: string, ages: readonly (readonly [number, string])[]): Promise<void> =>
  none(
    stage.db,
    sql`
    insert into reservations (
      run_id, company_id, agent_id, month, cents, left_cents, state, expires_at, created_at
    )
    select r."id", ${companyId}, gen_random_uuid(), '2026-01', 5, 0, r."state",
      now() + interval '1 day', now() - make_interval(secs => r."days" * 86400)
    from jsonb_to_recordset(${JSON.stringify(
      ages.map(([days, state]) => ({ id: idOfPast(days), days, state })),
    )}::jsonb) as r ("id" uuid, "days" float8, "state" text)`,
  );

it('deletes reservations that have ended, by their key, and keeps those that are held', async () => {
  const { companyId } = await stage.given.company();
  const old = Array.from({ length: 2_500 }, () => [DAYS + 1, 'settled'] as const);
  await insert(companyId, [
    ...old,
    [DAYS + 1, 'voided'],
    [DAYS + 1, 'held'],
    [DAYS - 1, 'settled'],
    [DAYS - 1, 'voided'],
  ]);
  await deleteAged({ ...stage.service.runtime, agedRows });
  const left = await many<{ state: string }>(
    stage.db,
    sql`select state from reservations where company_id = ${companyId} order by state`,
  );
  expect(left.map(({ state }) => state)).toEqual(['held', 'settled', 'voided']);
  await insert(
    companyId,
    old.map(() => [0, 'settled'] as const),
  );
  await (await stage.admin()).client.query('vacuum (analyze) reservations');
  const plan = await planOf(stage.db, (db) => deleteOldest(db, oldReservations(DAYS), FIRST));
  expect(plan).toContain('Index Scan using reservations_pkey');
  expect(plan).not.toContain('Seq Scan');
});

it('deletes what was booked for a run, keeps what was unusual, and charges no report again', async () => {
  const { companyId } = await stage.given.company();
  const { agentId } = await stage.given.agent(companyId, {});
  const usage = { costCents: 30, inputTokens: 300 };
  const report = { companyId, agentId, runId: idOfPast(DAYS + 1), usage };
  await reportUsage(stage, { ...report, usage: { ...usage, costCents: 10, inputTokens: 100 } });
  await finishRun(stage, report);
  const unusual = { ...report, runId: idOfPast(DAYS + 1) };
  await finishRun(stage, unusual);
  await none(
    stage.db,
    sql`
    update run_usages set unusual_at = now(), median_cents = 1, compared_runs = 9
    where run_id = ${unusual.runId}`,
  );
  await deleteAged({ ...stage.service.runtime, agedRows });
  const kept = await many(
    stage.db,
    sql`select run_id from run_usages where company_id = ${companyId}`,
  );
  expect(kept).toEqual([{ runId: unusual.runId }]);
  await finishRun(stage, report);
  expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 60 }]);
  const more = { ...usage, costCents: 35 };
  await finishRun(stage, { ...report, usage: more });
  expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 65 }]);
});

it(
  'costs the same in each turn under load, and takes no more room',
  { timeout: 1_800_000 },
  async () => {
    const { companyId } = await stage.given.company();
    const insertOf = (days: number) =>
      insert(
        companyId,
        Array.from({ length: 5_000 }, () => [days, 'settled'] as const),
      );
    const admin = await stage.admin();
    const growth = await growthOfSweeps({
      db: stage.db,
      admin,
      tables: ['reservations'],
      fill: (turn, turns) => insertOf(DAYS + 1 + (turns - turn)),
      firstBatch: () => pagesOf(stage.db, (db) => deleteOldest(db, oldReservations(DAYS), FIRST)),
      sweep: () => deleteAged({ ...stage.service.runtime, agedRows }),
      load: () => insertOf(1),
      clear: async () => {
        await admin.client.query('delete from reservations where company_id = $1', [companyId]);
      },
    });
    expect(growth.pages).toBeLessThan(1.5);
    expect(growth.bytes).toBeLessThan(1.5);
  },
);
