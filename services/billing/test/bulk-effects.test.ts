import { many, newId, none, one, sql } from '@muster/service-kit';
import { lengthOf, openStage, openTrials, planOf, recordTrials } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoringBudgets } from '../src/background/sweep-budgets.ts';
import { billingService } from '../src/service.ts';
import { clearAgentMarksBefore } from '../src/store/months.ts';
import type { BillingStage } from './books.ts';

/** More than some steps, or as many as no company has yet. */
const AGENTS = lengthOf({ full: 100_000, short: 900 });
/** Longer than that takes, however busy the machine is. */
const COMPLETE = { timeout: lengthOf({ full: 900_000, short: 60_000 }), interval: 50 };
const TEST_MAX_MS = 2 * COMPLETE.timeout;
/** The name of this service's connections in Postgres. */
const REPLICA = `bulk-${newId()}`;

let stage: BillingStage;
beforeAll(async () => {
  // Only the test starts a new month.
  stage = await openStage(billingService, { env: { REPLICA, BUDGET_SWEEP_SECONDS: '3600' } });
});
const trials = openTrials();
afterAll(async () => {
  await stage.close();
  recordTrials({
    promise: 'P16',
    by: 'services/billing/test/bulk-effects',
    faults: 1,
    ...trials.result(),
    how: `a new month for ${AGENTS} agents whose budgets are spent; a step is cut off`,
  });
});

/** A company whose agents have all spent their budgets in a month that is over. */
async function aSpentCompany(): Promise<string> {
  const { companyId } = await stage.given.company();
  const admin = await stage.admin();
  await none(
    admin,
    sql`
    insert into agents (agent_id, company_id, name, status, budget_monthly_cents, version)
    select gen_random_uuid(), ${companyId}::uuid, 'Agent ' || n, 'paused', 100, 1
    from generate_series(1, ${AGENTS}) n`,
  );
  await none(
    admin,
    sql`
    insert into agent_months (agent_id, month, company_id, spent_cents, warned_at, exhausted_at)
    select agent_id, '2020-01', company_id, 100, now(), now() from agents
    where company_id = ${companyId}`,
  );
  return companyId;
}

const marksOf = async (companyId: string): Promise<number> =>
  (
    await one<{ count: number }>(
      stage.db,
      sql`
    select count(*)::integer as count from agent_months
    where company_id = ${companyId} and exhausted_at is not null`,
    )
  ).count;

describe('a new month of a large company', () => {
  it(
    'restores its budgets in steps that go on after an interruption, each once',
    { timeout: TEST_MAX_MS },
    async () => {
      const companyId = await aSpentCompany();
      const admin = await stage.admin();
      const { runtime } = stage.service;
      await trials.of(AGENTS, async () => {
        await none(admin, sql`begin`);
        await none(
          admin,
          sql`
          select agent_id from agent_months where (agent_id, month) = (
            select agent_id, month from agent_months where company_id = ${companyId}
            order by month, agent_id limit 1 offset ${AGENTS / 2}
          ) for update`,
        );
        await restoringBudgets(runtime).pass();
        const cutOff = async () => {
          // Within a transaction Postgres shows the activity as of the first look.
          await one(admin, sql`select pg_stat_clear_snapshot()`);
          return many(
            admin,
            sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = ${REPLICA} and wait_event_type = 'Lock' order by pid limit 10`,
          );
        };
        await expect.poll(cutOff, COMPLETE).not.toEqual([]);
        const left = await marksOf(companyId);
        expect(left).toBeGreaterThanOrEqual(AGENTS / 2);
        expect(left).toBeLessThan(AGENTS);
        await none(admin, sql`commit`);
        await expect.poll(() => marksOf(companyId), COMPLETE).toBe(0);
        expect(
          await one(
            stage.db,
            sql`
            select count(*)::integer as events, count(distinct entity_id)::integer as agents
            from events where company_id = ${companyId} and type = 'budget.restored'`,
          ),
        ).toEqual({ events: AGENTS, agents: AGENTS });
      });
    },
  );

  it('finds the marks of a step by their index', async () => {
    await none(await stage.admin(), sql`analyze agent_months`);
    const which = { companyId: newId(), month: '2020-02' };
    const plan = await planOf(stage.db, (db) => clearAgentMarksBefore(db, which, 200));
    expect(plan).toMatch(/agent_months_(exhausted|marked)/);
    expect(plan).not.toContain('Seq Scan');
  });
});
