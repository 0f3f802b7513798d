import { billing, type agents } from '@muster/contracts';
import { many, newId, none, one, sql } from '@muster/service-kit';
import { lengthOf, openTrials, planOf, recordTrials, type Stage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pauseNextAgents, resumeNextAgents } from '../src/store/budgets.ts';
import { aCompany, anAgent, openStageWithProducers } from './team.ts';

/** More than some steps, or as many as no company has yet. */
const AGENTS = lengthOf({ full: 100_000, short: 900 });
/** Longer than that takes, however busy the machine is. */
const COMPLETE = { timeout: lengthOf({ full: 900_000, short: 60_000 }), interval: 50 };
const TEST_MAX_MS = 2 * COMPLETE.timeout + 60_000;
/** The name of this service's connections in Postgres. */
const REPLICA = `bulk-${newId()}`;

let stage: Stage<typeof agents>;
beforeAll(async () => {
  stage = await openStageWithProducers({ REPLICA });
});
const trials = openTrials();
afterAll(async () => {
  await stage.close();
  recordTrials({
    promise: 'P16',
    by: 'services/agents/test/bulk-effects',
    faults: 1,
    ...trials.result(),
    how: `the budget of a company of ${AGENTS} agents is spent and restored; a step is cut off`,
  });
});

const budget = (name: 'budget.exhausted' | 'budget.restored', companyId: string) =>
  stage.receive(billing, name, {
    companyId,
    entityId: companyId,
    payload: {
      scope: 'company',
      agentId: null,
      month: '2026-11',
      limitCents: 100,
      spentCents: 100,
    },
  });

/** A company with copies of one agent. */
async function aLargeCompany(): Promise<string> {
  const { id: companyId } = await aCompany(stage);
  const { id } = await anAgent(stage, companyId);
  await none(
    await stage.admin(),
    sql`
    insert into agents (
      id, company_id, name, name_key, url_key, role, status, adapter_type, adapter_config,
      runtime_config, can_create_agents, budget_monthly_cents, metadata
    )
    select gen_random_uuid(), a.company_id, 'Copy ' || n, 'copy ' || n, 'copy-' || n, 'general',
      'idle', a.adapter_type, a.adapter_config, a.runtime_config, false, 0, a.metadata
    from agents a, generate_series(2, ${AGENTS}) n where a.id = ${id}`,
  );
  return companyId;
}

const countOf = async (companyId: string, status: string): Promise<number> =>
  (
    await one<{ count: number }>(
      stage.db,
      sql`
    select count(*)::integer as count from agents
    where company_id = ${companyId} and status = ${status}`,
    )
  ).count;

const countEvents = (companyId: string, type: string) =>
  one<{ events: number; agents: number }>(
    stage.db,
    sql`
    select count(*)::integer as events, count(distinct entity_id)::integer as agents from events
    where company_id = ${companyId} and type = ${type}`,
  );

/** Keeps an agent in the middle locked, and cuts off the step that waits for it. */
async function interrupted(companyId: string, effect: () => Promise<unknown>): Promise<void> {
  const admin = await stage.admin();
  await none(admin, sql`begin`);
  await none(
    admin,
    sql`
    select id from agents where id = any(array(
      select id from agents where company_id = ${companyId}
      order by id limit 1 offset ${AGENTS / 2}
    )) for update`,
  );
  await effect();
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
}

describe('the budget of a large company', () => {
  it(
    'pauses and resumes its agents in steps that go on after an interruption, each once',
    { timeout: TEST_MAX_MS },
    async () => {
      const companyId = await aLargeCompany();
      await trials.of(2 * AGENTS, async () => {
        await interrupted(companyId, () => budget('budget.exhausted', companyId));
        const paused = await countOf(companyId, 'paused');
        expect(paused).toBeGreaterThan(0);
        expect(paused).toBeLessThanOrEqual(AGENTS / 2);
        await none(await stage.admin(), sql`commit`);
        await expect.poll(() => countOf(companyId, 'paused'), COMPLETE).toBe(AGENTS);
        await budget('budget.restored', companyId);
        await expect.poll(() => countOf(companyId, 'idle'), COMPLETE).toBe(AGENTS);
        for (const type of ['agent.paused', 'agent.resumed']) {
          expect(await countEvents(companyId, type)).toEqual({ events: AGENTS, agents: AGENTS });
        }
      });
    },
  );

  it(
    'leaves every agent as the budget is, if it is restored while agents are being paused',
    { timeout: TEST_MAX_MS },
    async () => {
      const companyId = await aLargeCompany();
      await interrupted(companyId, () => budget('budget.exhausted', companyId));
      const added = await anAgent(stage, companyId);
      expect(added).toMatchObject({ status: 'paused', pauseReason: 'budget' });
      await none(await stage.admin(), sql`commit`);
      await budget('budget.restored', companyId);
      await expect.poll(() => countOf(companyId, 'idle'), COMPLETE).toBe(AGENTS + 1);
      const left = () =>
        many(
          stage.db,
          sql`
          select name from bulk_effects where company_id = ${companyId} order by name limit 10`,
        );
      await expect.poll(left, COMPLETE).toEqual([]);
      expect(await countOf(companyId, 'idle')).toBe(AGENTS + 1);
    },
  );

  it('finds the agents of a step by an index', async () => {
    const admin = await stage.admin();
    await none(admin, sql`analyze agents`);
    const next = { companyId: newId(), after: newId(), limit: 200 };
    for (const step of [pauseNextAgents, resumeNextAgents]) {
      const plan = await planOf(stage.db, (db) => step(db, next));
      expect(plan).toContain('agents_in_one_company');
      expect(plan).not.toContain('Seq Scan');
    }
  });
});
