/** One case for each bulk effect. */
import { agents, billing } from '@muster/contracts';
import { until } from '@muster/test-kit';
import { addAgent, addAgentWithKey, createCompany } from '../fixtures/builders.ts';
import type { World } from '../world/use-world.ts';
import type { BulkCase, Prepared } from './bulk-case.ts';
import { bulkCasesOfIssues } from './bulk-cases-of-issues.ts';
import { fillRoster, fillRuns, fillWakes } from './bulk-rows.ts';

const BUDGET_CENTS = 100;

/** A company with a budget, and the cost that is more than it. */
async function openBudget(world: World): Promise<Prepared & { agentId: string }> {
  const { id: companyId } = await createCompany(world.board, { budgetMonthlyCents: BUDGET_CENTS });
  const { agent, caller } = await addAgentWithKey(world, companyId);
  const cost = { companyId, agentId: agent.id, provider: 'test', model: 'test' };
  const cause = () => caller.call(billing, 'recordCost', { ...cost, costCents: 2 * BUDGET_CENTS });
  return { companyId, agentId: agent.id, cause };
}

export const bulkCases: readonly BulkCase[] = [
  ...bulkCasesOfIssues,
  {
    name: 'apply_company_budget',
    service: 'agents',
    events: ['agent.paused'],
    table: 'agents.agents',
    which: `company_id = $1 and status = 'idle'`,
    order: 'id',
    prepare: async (world, sql) => {
      const { agentId, ...prepared } = await openBudget(world);
      await sql.rows(
        `insert into agents.agents (
          id, company_id, name, name_key, url_key, role, status, adapter_type, adapter_config,
          runtime_config, can_create_agents, budget_monthly_cents, metadata
        )
        select gen_random_uuid(), company_id, 'Copy ' || n, 'copy ' || n, 'copy-' || n, 'general',
          'idle', adapter_type, adapter_config, runtime_config, false, 0, metadata
        from agents.agents, generate_series(1, 499) n where id = $1`,
        [agentId],
      );
      return prepared;
    },
  },
  {
    name: 'restore_budgets',
    service: 'billing',
    events: ['budget.restored'],
    table: 'billing.agent_months',
    which: 'company_id = $1 and exhausted_at is not null',
    order: 'month, agent_id',
    prepare: async ({ board, stack }, sql) => {
      const { id: companyId } = await createCompany(board);
      await until('the books of the company', async () =>
        (await sql.rows('select from billing.company_zones where company_id = $1', [companyId]))
          .length > 0
          ? true
          : undefined,
      );
      // The sweep finds past months by itself: it may look only when a row is locked.
      stack.pause('billing');
      await sql.rows(
        `with added as (
          insert into billing.agents (
            agent_id, company_id, name, status, budget_monthly_cents, version
          )
          select gen_random_uuid(), $1, 'Agent ' || n, 'paused', 100, 1
          from generate_series(1, 500) n
          returning agent_id, company_id
        )
        insert into billing.agent_months (
          agent_id, month, company_id, spent_cents, warned_at, exhausted_at
        )
        select agent_id, '2020-01', company_id, 100, now(), now() from added`,
        [companyId],
      );
      return { companyId, cause: () => stack.resume('billing') };
    },
  },
  {
    name: 'stop_runs_of_spent_company',
    service: 'scheduler',
    events: ['run.finished'],
    table: 'scheduler.runs',
    which: `company_id = $1 and status = 'running'`,
    order: 'id',
    prepare: async (world, sql) => {
      const { companyId, cause } = await openBudget(world);
      await fillRuns(sql, 500, companyId);
      return { companyId, cause };
    },
  },
  {
    name: 'stop_runs_of_archived_company',
    service: 'scheduler',
    events: ['run.finished'],
    table: 'scheduler.runs',
    which: `company_id = $1 and status = 'running'`,
    order: 'id',
    prepare: async ({ board }, sql) => {
      const { id: companyId } = await createCompany(board);
      await fillRuns(sql, 500, companyId);
      const archived = { companyId, status: 'archived' as const };
      return { companyId, cause: () => board.call(agents, 'updateCompany', archived) };
    },
  },
  {
    name: 'stop_runs_of_stopped_company',
    service: 'scheduler',
    events: ['run.finished'],
    table: 'scheduler.runs',
    which: `company_id = $1 and status = 'running'`,
    order: 'id',
    prepare: async ({ board }, sql) => {
      const { id: companyId } = await createCompany(board);
      await fillRuns(sql, 500, companyId);
      return { companyId, cause: () => board.call(agents, 'stopCompany', { companyId }) };
    },
  },
  {
    name: 'release_holds_of_company',
    service: 'scheduler',
    events: [],
    table: 'scheduler.roster',
    which: `company_id = $1 and hold_until is not null`,
    order: 'agent_id',
    prepare: async (world, sql) => {
      const { companyId, cause } = await openBudget(world);
      await cause();
      await fillRoster(sql, 250, companyId, 'budget');
      const raised = { companyId, budgetMonthlyCents: 10 * BUDGET_CENTS };
      return {
        companyId,
        cause: () => world.board.call(agents, 'updateCompanyBudget', raised),
      };
    },
  },
  {
    name: 'sync_timers_of_company',
    service: 'scheduler',
    events: [],
    table: 'scheduler.schedules',
    which: 'company_id = $1',
    order: 'agent_id',
    prepare: async ({ board }, sql) => {
      const { id: companyId } = await createCompany(board);
      await fillRoster(sql, 500, companyId, null);
      await sql.rows(
        `insert into scheduler.schedules (agent_id, company_id, interval_sec, next_due_at)
        select agent_id, company_id, 86400, now() + interval '1 day'
        from scheduler.roster where company_id = $1`,
        [companyId],
      );
      const paused = { companyId, status: 'paused' as const };
      return { companyId, cause: () => board.call(agents, 'updateCompany', paused) };
    },
  },
  {
    name: 'fail_wakes_of_agent',
    service: 'scheduler',
    events: [],
    table: 'scheduler.wakeups',
    which: `company_id = $1 and status = 'pending'`,
    order: 'id',
    prepare: async ({ board }, sql) => {
      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId);
      await fillWakes(sql, 1_250, companyId, agentId);
      return { companyId, cause: () => board.call(agents, 'terminateAgent', { agentId }) };
    },
  },
  {
    name: 'begin_chains_of_agent',
    service: 'scheduler',
    events: [],
    table: 'scheduler.wakeups',
    which: 'company_id = $1 and hops > 0',
    order: 'id',
    prepare: async ({ board }, sql) => {
      const { id: companyId } = await createCompany(board);
      const { id: agentId } = await addAgent(board, companyId);
      await board.call(agents, 'pauseAgent', { agentId });
      // No run begins, which would take all wake-ups at once.
      await board.call(agents, 'updateCompany', { companyId, status: 'paused' });
      await fillWakes(sql, 1_250, companyId, agentId);
      return { companyId, cause: () => board.call(agents, 'resumeAgent', { agentId }) };
    },
  },
];
