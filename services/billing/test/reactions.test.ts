import { issues, type CompanySnapshot, type IssueSnapshot } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anIssue, boardActor, openStage, serviceActor } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { restoringBudgets } from '../src/background/sweep-budgets.ts';
import { billingService } from '../src/service.ts';
import {
  aCost,
  changeCompany,
  finishRun,
  givenIssue,
  limitAgent,
  monthsOf,
  typesOf,
  reportUsage,
  eventsOf,
  type BillingStage,
} from './books.ts';

const board = boardActor();
let stage: BillingStage;
let company: CompanySnapshot;
let companyId: string;

beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  company = await stage.given.company();
  ({ companyId } = company);
});

const costsOf = (runId: string) =>
  stage.db.run<Record<string, unknown>>({
    text: `select event_id, cost_cents, input_tokens, price_status, project_id from cost_events
      where run_id = $1 order by event_id`,
    values: [runId],
  });

describe('bookUsageOfRun', () => {
  it('books the increase of each report, and nothing twice', async () => {
    const { agentId } = await stage.given.agent(companyId);
    const projectId = newId();
    const issueId = await givenIssue(stage, companyId, { projectId });
    const run = { companyId, agentId, runId: newId(), issueId };
    await reportUsage(stage, { ...run, usage: { costCents: 10, inputTokens: 100 } });
    await reportUsage(stage, { ...run, usage: { costCents: 25, inputTokens: 150 } });
    await finishRun(stage, { ...run, usage: { costCents: 25, inputTokens: 150 } });
    await stage.redeliver();
    const common = { priceStatus: 'measured', projectId };
    expect(await costsOf(run.runId)).toEqual([
      { eventId: `run:${run.runId}:1`, costCents: 10, inputTokens: 100, ...common },
      { eventId: `run:${run.runId}:2`, costCents: 15, inputTokens: 50, ...common },
    ]);
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 25 }]);
  });

  it('stops an agent in the middle of its run', async () => {
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 50 });
    const run = { companyId, agentId, runId: newId() };
    await reportUsage(stage, { ...run, usage: { costCents: 45 } });
    await reportUsage(stage, { ...run, usage: { costCents: 55 } });
    expect(typesOf(await eventsOf(stage, agentId))).toEqual(['budget.warned', 'budget.exhausted']);
  });

  it('charges the tokens of an unknown price and flags it', async () => {
    const { agentId } = await stage.given.agent(companyId);
    const run = { companyId, agentId, runId: newId() };
    await finishRun(stage, { ...run, usage: { costCents: null, inputTokens: 9 } });
    expect(await costsOf(run.runId)).toMatchObject([
      { costCents: 1, inputTokens: 9, priceStatus: 'unknown' },
    ]);
  });

  it('books nothing for a run that reports nothing', async () => {
    const { agentId } = await stage.given.agent(companyId);
    const run = { companyId, agentId, runId: newId() };
    await finishRun(stage, { ...run, usage: null });
    expect(await costsOf(run.runId)).toEqual([]);
  });

  it("releases the rest of the run's reservation, once", async () => {
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 1_000 });
    const run = { companyId, agentId, runId: newId() };
    const reservation = { companyId, agentId, runId: run.runId, ttlSeconds: 60 };
    await stage.as(serviceActor()).reserveRun(reservation);
    await finishRun(stage, { ...run, usage: { costCents: 20 } });
    await stage.redeliver();
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 20, reservedCents: 0 }]);
    const events = await eventsOf(stage, run.runId);
    expect(typesOf(events)).toEqual(['budget.reserved', 'budget.released']);
    expect(events[1]?.payload).toMatchObject({ cents: 30, agentReservedCents: 0 });
  });

  it('keeps how reliable the price is, and the date of its list', async () => {
    const { agentId } = await stage.given.agent(companyId);
    const run = { companyId, agentId, runId: newId() };
    const listed = { priceStatus: 'estimated', priceDate: '2026-11-20', inputTokens: 9 } as const;
    await finishRun(stage, { ...run, usage: { costCents: 7, ...listed } });
    const client = stage.as(board);
    const [cost] = await client.listCosts({ companyId, runId: run.runId });
    expect(cost).toMatchObject({ priceStatus: 'estimated', priceDate: '2026-11-20' });
    const [event] = await eventsOf(stage, cost?.id ?? '');
    expect(event?.payload).toMatchObject({ priceStatus: 'estimated', priceDate: '2026-11-20' });
    expect(await client.getCostSummary({ companyId })).toMatchObject({ estimatedCents: 7 });
    expect(await client.listCostsByDay({ companyId })).toMatchObject([{ estimatedCents: 7 }]);
  });
});

describe('the cost of a run that has ended', () => {
  const client = () => stage.as(board);
  let agentId: string;
  const ended = async (costCents: number, at?: { month: string }) => {
    const run = { companyId, agentId, runId: newId() };
    await stage.as(serviceActor()).reserveRun({ ...run, ttlSeconds: 60 });
    if (at) await moveReservation(run.runId, at.month);
    await finishRun(stage, { ...run, usage: { costCents } });
    return run.runId;
  };
  const moveReservation = (runId: string, month: string) =>
    stage.db.run({
      text: `with m as (
          insert into agent_months (agent_id, month, company_id) values ($2, $3, $4)
          on conflict do nothing
        ), c as (
          insert into company_months (company_id, month) values ($4, $3) on conflict do nothing
        )
        update reservations set month = $3 where run_id = $1 returning 1`,
      values: [runId, agentId, month, companyId],
    });

  it('is announced where it is far above those of the runs before it, once', async () => {
    ({ agentId } = await stage.given.agent(companyId));
    for (const costCents of [10, 12, 0, 9, 300, 11]) await ended(costCents);
    expect((await client().getCostSummary({ companyId })).unusualRunsLastDay).toBe(0);
    const runId = await ended(60);
    await stage.redeliver();
    const unusual = { medianCents: 11, runs: 5 };
    const events = await eventsOf(stage, runId);
    expect(events.filter(({ type }) => type === 'run.cost_unusual')).toMatchObject([
      { payload: { runId, agentId, issueId: null, costCents: 60, ...unusual } },
    ]);
    expect(await client().listCostsOfRun({ companyId, runId })).toMatchObject({ unusual });
    expect(await client().getCostSummary({ companyId })).toMatchObject({ unusualRunsLastDay: 1 });
  });

  it('is compared with the runs of the month before where a month has just begun', async () => {
    ({ agentId } = await stage.given.agent(companyId));
    for (let n = 0; n < 25; n += 1) await ended(10, { month: '2020-01' });
    const runId = await ended(50, { month: '2020-02' });
    expect(await client().listCostsOfRun({ companyId, runId })).toMatchObject({
      unusual: { medianCents: 10, runs: 19 },
    });
  });
});

describe('copyRoster', () => {
  it('restores an agent once if its limit rises or is removed', async () => {
    const agent = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    const { agentId } = agent;
    await stage.as(board).recordCost(aCost(companyId, agentId, 100));
    await limitAgent(stage, companyId, agent, 100);
    await limitAgent(stage, companyId, agent, 110);
    await limitAgent(stage, companyId, agent, 120);
    await stage.redeliver();
    const events = await eventsOf(stage, agentId);
    expect(typesOf(events)).toEqual(['budget.warned', 'budget.exhausted', 'budget.restored']);
    expect(events[2]?.payload).toMatchObject({ limitCents: 110, spentCents: 100, scope: 'agent' });
    await stage.as(board).recordCost(aCost(companyId, agentId, 20));
    await limitAgent(stage, companyId, agent, 0);
    expect(typesOf(await eventsOf(stage, agentId)).slice(3)).toEqual([
      'budget.exhausted',
      'budget.restored',
    ]);
  });

  it('exhausts an agent whose new limit is spent already', async () => {
    const agent = await stage.given.agent(companyId, { budgetMonthlyCents: 0 });
    await stage.as(board).recordCost(aCost(companyId, agent.agentId, 60));
    await limitAgent(stage, companyId, agent, 50);
    expect(typesOf(await eventsOf(stage, agent.agentId))).toEqual([
      'budget.warned',
      'budget.exhausted',
    ]);
  });

  it('keeps the newer of two limits, whichever arrives first', async () => {
    const agent = await stage.given.agent(companyId, { budgetMonthlyCents: 70, version: 5 });
    agent.version = 2;
    await limitAgent(stage, companyId, agent, 10);
    const { budget } = await stage.as(board).recordCost(aCost(companyId, agent.agentId, 1));
    expect(budget.limitCents).toBe(70);
  });
});

describe('copyCompanies', () => {
  it('exhausts and restores a company when its limit changes', async () => {
    const { agentId } = await stage.given.agent(companyId);
    await stage.as(board).recordCost(aCost(companyId, agentId, 60));
    await changeCompany(stage, company, { budgetMonthlyCents: 50 });
    await changeCompany(stage, company, { budgetMonthlyCents: 1_000 });
    const events = await eventsOf(stage, companyId);
    expect(typesOf(events)).toEqual(['budget.warned', 'budget.exhausted', 'budget.restored']);
    expect(events[2]?.payload).toMatchObject({
      scope: 'company',
      agentId: null,
      limitCents: 1_000,
    });
  });
});

describe('restoringBudgets', () => {
  const nextMonth = (): string => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2)).toISOString();
  };

  it('restores budgets exhausted in a past month, each once', async () => {
    await changeCompany(stage, company, { budgetMonthlyCents: 500 });
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    const { month } = await stage.as(board).recordCost(aCost(companyId, agentId, 500));
    const { runtime } = stage.service;
    await restoringBudgets(runtime).pass();
    const exhausted = ['budget.warned', 'budget.exhausted'];
    expect(typesOf(await eventsOf(stage, agentId))).toEqual(exhausted);
    const later = nextMonth();
    await Promise.all([
      restoringBudgets(runtime, () => later).pass(),
      restoringBudgets(runtime, () => later).pass(),
    ]);
    await restoringBudgets(runtime, () => later).pass();
    for (const id of [agentId, companyId]) {
      const events = await eventsOf(stage, id);
      expect(typesOf(events)).toEqual([...exhausted, 'budget.restored']);
      expect(events[2]?.payload).toMatchObject({ month: later.slice(0, 7), spentCents: 0 });
      expect(events[2]?.payload['month']).not.toBe(month);
    }
  });

  it('restores budgets although more companies fail than a page holds', async () => {
    // Companies that do not exist: their books cannot be locked.
    await stage.db.run({
      text: `with failing as (
          insert into company_zones (company_id, valid_from, from_month, time_zone)
          select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '-infinity', '', 'UTC'
          from generate_series(1, 150) n
          returning company_id
        )
        insert into company_months (company_id, month, exhausted_at)
        select company_id, '2020-01', now() from failing`,
      values: [],
    });
    const { agentId } = await stage.given.agent(companyId, { budgetMonthlyCents: 100 });
    await stage.as(board).recordCost(aCost(companyId, agentId, 100));
    await restoringBudgets(stage.service.runtime, nextMonth).pass();
    expect(typesOf(await eventsOf(stage, agentId)).at(-1)).toBe('budget.restored');
  });
});

describe('copyIssues', () => {
  const copyOf = (issueId: string) =>
    stage.db.run<Record<string, unknown>>({
      text: 'select title, project_id, version from issues where issue_id = $1',
      values: [issueId],
    });
  const change = { from: null, to: null };
  const update = (issueId: string, changed: Partial<IssueSnapshot>, fields: readonly string[]) =>
    stage.receive(issues, 'issue.updated', {
      companyId,
      entityId: issueId,
      payload: {
        ...anIssue({ issueId }),
        ...changed,
        changes: Object.fromEntries(fields.map((field) => [field, change])),
      },
    });

  it('copies a change of the fields that costs show, and of no others', async () => {
    const [issueId, projectId] = [await givenIssue(stage, companyId), newId()];
    await update(issueId, { version: 2, priority: 'high' }, ['priority']);
    expect(await copyOf(issueId)).toEqual([{ title: 'Grow', projectId: null, version: 1 }]);
    await update(issueId, { version: 3, projectId }, ['projectId', 'status']);
    await update(issueId, { version: 4, projectId, title: 'Grown' }, ['title']);
    expect(await copyOf(issueId)).toEqual([{ title: 'Grown', projectId, version: 4 }]);
  });
});
