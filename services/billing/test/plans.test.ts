/** Frequent statements and those of the sweep do not read all costs. */
import { newId, type Db } from '@muster/service-kit';
import { openStage, planOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WindowParts } from '../src/domain/window.ts';
import { billingService } from '../src/service.ts';
import { getBooks } from '../src/store/books.ts';
import { listCostEvents } from '../src/store/cost-events.ts';
import { listIssueCosts, listProjectCosts } from '../src/store/cost-lists.ts';
import { sumAgentsOfIssue, sumMonthsOfIssue } from '../src/store/costs-of-issue.ts';
import { sumCosts } from '../src/store/cost-sums.ts';
import { sumCostsOfRun } from '../src/store/costs-of-run.ts';
import { listDayParts } from '../src/store/day-costs.ts';
import { listCompaniesWithExpired } from '../src/store/expired-reservations.ts';
import { getMonthBudgets, listCompaniesWithPastMarks } from '../src/store/months.ts';
import { findMonthSummary } from '../src/store/month-summary.ts';
import { listProvisionalCosts } from '../src/store/provisional-costs.ts';
import { sumReserved } from '../src/store/reservations.ts';
import type { BillingStage } from './books.ts';

const COMPANIES = 20;
const COSTS_A_COMPANY = 1_000;

describe('the plan', () => {
  let stage: BillingStage;
  let companyId: string;
  const agentId = newId();

  beforeAll(async () => {
    stage = await openStage(billingService);
    const admin = await stage.admin();
    const fill = (text: string) => admin.run<unknown>({ text, values: [] });
    await fill(`
      insert into companies select gen_random_uuid(), 'active', 0, 1
      from generate_series(1, ${COMPANIES})`);
    [{ companyId }] = (await fill('select company_id from companies limit 1')) as [
      { companyId: string },
    ];
    await fill(`
      insert into company_zones select company_id, '-infinity', '', 'UTC' from companies`);
    await fill(`
      insert into cost_events (
        company_id, event_id, id, agent_id, month, cost_cents, provider, model, occurred_at,
        input_tokens, output_tokens, cached_input_tokens, budget_limit_cents,
        budget_spent_cents, budget_stop, issue_id, project_id, run_id
      )
      select c.company_id, n::text, gen_random_uuid(), gen_random_uuid(), '2026-01', 1, 'p', 'm',
        '2026-01-01'::timestamptz + n * interval '1 minute', 0, 0, 0, 0, 0, false,
        gen_random_uuid(), gen_random_uuid(), gen_random_uuid()
      from companies c, generate_series(1, ${COSTS_A_COMPANY}) n`);
    await fill(`
      insert into agent_months (agent_id, month, company_id)
      select agent_id, month, company_id from cost_events`);
    await fill(`
      insert into cost_sums
      select company_id, 'project', 'month', '2026-01-01', project_id::text, 1, 0, 0, 0, 0, 1
      from cost_events`);
    await fill(`
      insert into cost_sums
      select company_id, 'issue', 'month', '2026-01-01', issue_id::text, 1, 0, 0, 0, 0, 1
      from cost_events`);
    await fill(`
      insert into cost_sums
      select company_id, 'agent', 'day', '2026-01-01'::date + event_id::integer % 30,
        agent_id::text, 1, 0, 0, 0, 0, 1
      from cost_events`);
    await fill(`
      insert into company_months (company_id, month)
      select company_id, to_char(date '1800-01-01' + n * interval '1 month', 'YYYY-MM')
      from companies, generate_series(1, 40) n`);
    await fill(`
      insert into reservations (
        run_id, company_id, agent_id, month, cents, left_cents, state, expires_at
      )
      select gen_random_uuid(), company_id, agent_id, month, 1, 0, 'held',
        now() + interval '1 day'
      from cost_events`);
    await fill('analyze');
  });
  afterAll(() => stage.close());

  const at = '2026-11-20T00:00:00Z';
  const window = { from: '2026-01-01T00:00:00Z', to: '2026-01-01T01:00:00Z' };
  const month = {
    months: [{ from: '2026-01-01', to: '2026-02-01' }],
    days: [],
    edges: [],
  };
  const ends = { months: [], days: [], edges: [window] };
  const list = (parts: WindowParts) => ({
    companyId,
    parts,
    now: at,
    after: undefined,
    limit: 100,
  });
  const events = (filter: object) => ({
    companyId,
    order: 'newest first' as const,
    after: undefined,
    limit: 100,
    ...filter,
  });

  it.each([
    {
      what: 'the standing of an agent',
      index: 'agent_months_pkey',
      ask: (db: Db) => getMonthBudgets(db, { companyId, agentId, at }),
    },
    {
      what: 'the summary of the current month',
      index: 'cost_sums_pkey',
      ask: (db: Db) => findMonthSummary(db, companyId, { now: '2026-01-20T00:00:00Z' }),
    },
    {
      what: 'what a late cost rests on',
      index: 'agent_months_pkey',
      ask: (db: Db) => getBooks(db, { companyId, agentId, at, occurredAt: window.from }),
    },
    {
      what: 'the spend of a month',
      index: 'cost_sums_pkey',
      ask: (db: Db) => sumCosts(db, companyId, month),
    },
    {
      what: 'the end of a window',
      index: 'cost_events_in_order',
      ask: (db: Db) => sumCosts(db, companyId, ends),
    },
    {
      what: 'costs by project of a month',
      index: 'cost_sums_pkey',
      ask: (db: Db) => listProjectCosts(db, list(month)),
    },
    {
      what: 'costs by issue of a window',
      index: 'cost_events_in_order',
      ask: (db: Db) => listIssueCosts(db, list(ends)),
    },
    {
      what: 'single costs',
      index: 'cost_events_in_order',
      ask: (db: Db) => listCostEvents(db, events({})),
    },
    {
      what: 'single costs of an agent',
      index: 'cost_events_of_agent',
      ask: (db: Db) => listCostEvents(db, events({ agentId })),
    },
    {
      what: 'single costs of an issue',
      index: 'cost_events_of_issue',
      ask: (db: Db) => listCostEvents(db, events({ issueId: agentId })),
    },
    {
      what: 'single costs of a project',
      index: 'cost_events_of_project',
      ask: (db: Db) => listCostEvents(db, events({ projectId: agentId })),
    },
    {
      what: 'single costs of a run',
      index: 'cost_events_of_run',
      ask: (db: Db) => listCostEvents(db, events({ runId: agentId })),
    },
    {
      what: 'the sum of the costs of a run',
      index: 'cost_events_of_run',
      ask: (db: Db) => sumCostsOfRun(db, { companyId, runId: agentId }, 10),
    },
    {
      what: 'the provisional costs of a run',
      index: 'cost_events_pkey',
      ask: (db: Db) =>
        listProvisionalCosts(db, {
          companyId,
          runId: agentId,
          eventIdPrefix: `run:${agentId}:`,
        }),
    },
    {
      what: 'days split by agent',
      index: 'cost_sums_pkey',
      ask: (db: Db) =>
        listDayParts(db, {
          companyId,
          parts: { months: [], days: month.months, edges: [window] },
          days: ['2026-01-01', '2026-01-20'],
          split: 'agent',
        }),
    },
    {
      what: 'the months of an issue',
      index: 'cost_sums_pkey',
      ask: (db: Db) => sumMonthsOfIssue(db, { companyId, issueId: agentId }, 10),
    },
    {
      what: 'the agents of an issue',
      index: 'cost_events_of_issue',
      ask: (db: Db) => sumAgentsOfIssue(db, { companyId, issueId: agentId }, 10),
    },
    {
      what: 'what an agent has reserved',
      index: 'reservations_held',
      ask: (db: Db) => sumReserved(db, companyId, agentId),
    },
    {
      what: 'the search for expired reservations',
      index: 'reservations_to_expire',
      ask: (db: Db) => listCompaniesWithExpired(db, undefined, 100),
    },
    {
      what: 'the search for months that are over',
      index: 'agent_months_marked',
      ask: (db: Db) => listCompaniesWithPastMarks(db, at, undefined, 100),
    },
  ])('of $what uses $index', async ({ ask, index }) => {
    const plan = await planOf(stage.db, ask);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (cost_events|cost_sums|agent_months|reservations)/);
  });
});
