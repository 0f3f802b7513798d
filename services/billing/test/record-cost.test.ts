import type { CompanySnapshot } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import {
  aCost,
  givenIssue,
  givenProject,
  monthsOf,
  typesOf,
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

const givenAgent = async (budgetMonthlyCents = 0): Promise<string> =>
  (await stage.given.agent(companyId, { budgetMonthlyCents })).agentId;

describe('recordCost', () => {
  it('books a cost of the calling agent, emits it and answers the budget', async () => {
    const agentId = await givenAgent(1_000);
    const runId = newId();
    const caller = stage.as(agentActor(companyId, { id: agentId, runId }));
    const cost = await caller.recordCost({
      ...aCost(companyId, agentId, 30),
      inputTokens: 7,
      outputTokens: 3,
      billingCode: 'ops',
    });
    expect(cost).toMatchObject({
      companyId,
      agentId,
      costCents: 30,
      inputTokens: 7,
      outputTokens: 3,
      cachedInputTokens: 0,
      billingCode: 'ops',
      runId,
      issueId: null,
      projectId: null,
      priceStatus: 'measured',
      eventId: cost.id,
      month: cost.occurredAt.slice(0, 7),
      budget: { limitCents: 1_000, spentCents: 30, remainingCents: 970, stop: false },
    });
    const [event] = await eventsOf(stage, cost.id);
    expect(event).toMatchObject({
      type: 'cost.recorded',
      actorType: 'agent',
      actorId: agentId,
      runId,
      payload: {
        costEventId: cost.id,
        agentId,
        costCents: 30,
        month: cost.month,
        inputTokens: 7,
        agentSpentCents: 30,
        companySpentCents: 30,
      },
    });
  });

  it('answers a budget without a limit as unlimited', async () => {
    const agentId = await givenAgent();
    const { budget } = await stage.as(board).recordCost(aCost(companyId, agentId, 5));
    expect(budget).toEqual({ limitCents: 0, spentCents: 5, remainingCents: null, stop: false });
  });

  it('answers a repeated event with the first answer and books it once', async () => {
    const agentId = await givenAgent(100);
    const report = { ...aCost(companyId, agentId, 60), eventId: 'gateway-1' };
    const first = await stage.as(board).recordCost(report);
    await stage.as(board).recordCost(aCost(companyId, agentId, 40));
    expect(await stage.as(board).recordCost(report)).toEqual(first);
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 100 }]);
    expect(typesOf(await eventsOf(stage, first.id))).toEqual(['cost.recorded']);
  });

  it('books one of many equal concurrent reports', async () => {
    const agentId = await givenAgent();
    const report = { ...aCost(companyId, agentId, 60), eventId: 'gateway-2' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => stage.as(board).recordCost(report)),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await monthsOf(stage, agentId)).toMatchObject([{ spentCents: 60 }]);
  });

  it('refuses another report under the same event id', async () => {
    const report = { ...aCost(companyId, await givenAgent(), 60), eventId: 'gateway-3' };
    const first = await stage.as(board).recordCost({ ...report, inputTokens: 5 });
    const { costCents: _, ...unpriced } = report;
    for (const [other, differing] of [
      [{ ...report, costCents: 61 }, 'costCents'],
      [{ ...report, model: 'm-2' }, 'model'],
      [{ ...report, occurredAt: '2026-01-01T00:00:00Z' }, 'occurredAt'],
      [{ ...report, billingCode: 'ops' }, 'billingCode'],
      [{ ...unpriced, inputTokens: 5 }, 'costCents'],
    ] as const) {
      await expect(stage.as(board).recordCost(other)).rejects.toMatchObject({
        code: 'idempotency_key_reused',
        details: { field: 'eventId', differing: [differing] },
      });
    }
    const { occurredAt } = first;
    expect(await stage.as(board).recordCost({ ...report, occurredAt })).toEqual(first);
  });

  it('refuses the report of another agent under the same event id', async () => {
    const [one, two] = [await givenAgent(), await givenAgent()];
    await stage.as(board).recordCost({ ...aCost(companyId, one, 1), eventId: 'same' });
    const second = stage.as(board).recordCost({ ...aCost(companyId, two, 1), eventId: 'same' });
    await expect(second).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    const other = await stage.given.company();
    const agentOfOther = await stage.given.agent(other.companyId);
    const foreign = await stage.as(board).recordCost({
      ...aCost(other.companyId, agentOfOther.agentId, 1),
      eventId: 'same',
    });
    expect(foreign.eventId).toBe('same');
  });

  it('refuses the event ids of runs', async () => {
    const report = { ...aCost(companyId, await givenAgent(), 1), eventId: `run:${newId()}:1` };
    await expect(stage.as(board).recordCost(report)).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['eventId'] }],
    });
  });

  it('emits each crossing of 80 % and 100 % once', async () => {
    const agentId = await givenAgent(100);
    const states: boolean[] = [];
    for (const cents of [79, 1, 19, 1, 50]) {
      const { budget } = await stage.as(board).recordCost(aCost(companyId, agentId, cents));
      states.push(budget.stop);
    }
    expect(states).toEqual([false, false, false, true, true]);
    const events = await eventsOf(stage, agentId);
    expect(events.map(({ type, payload }) => [type, payload['spentCents']])).toEqual([
      ['budget.warned', 80],
      ['budget.exhausted', 100],
    ]);
    expect(events[1]?.payload).toMatchObject({ scope: 'agent', agentId, limitCents: 100 });
  });

  it('emits both crossings of one large cost, the warning first', async () => {
    const agentId = await givenAgent(100);
    await stage.as(board).recordCost(aCost(companyId, agentId, 500));
    expect(typesOf(await eventsOf(stage, agentId))).toEqual(['budget.warned', 'budget.exhausted']);
  });

  it('stops every agent of a company whose budget is exhausted', async () => {
    const limited = await stage.given.company({ budgetMonthlyCents: 100 });
    ({ companyId } = limited);
    const [one, two] = [await givenAgent(), await givenAgent(1_000)];
    await stage.as(board).recordCost(aCost(companyId, one, 99));
    const { budget } = await stage.as(board).recordCost(aCost(companyId, two, 1));
    expect(budget).toEqual({ limitCents: 1_000, spentCents: 1, remainingCents: 999, stop: true });
    const events = await eventsOf(stage, companyId);
    expect(typesOf(events)).toEqual(['budget.warned', 'budget.exhausted']);
    expect(events[1]?.payload).toMatchObject({ scope: 'company', agentId: null, spentCents: 100 });
  });

  it('takes the project and the goal from the issue unless others are named', async () => {
    const [projectId, goalId] = [newId(), newId()];
    const { projectId: otherId } = await givenProject(stage, companyId, 'Other');
    const issueId = await givenIssue(stage, companyId, { projectId, goalId });
    const report = { ...aCost(companyId, await givenAgent(), 1), issueId };
    expect(await stage.as(board).recordCost(report)).toMatchObject({ issueId, projectId, goalId });
    const named = await stage.as(board).recordCost({ ...report, projectId: otherId, goalId: null });
    expect(named).toMatchObject({ projectId: otherId, goalId: null });
  });

  it('does not find agents and issues that are unknown or of another company', async () => {
    const agentId = await givenAgent();
    const other = await stage.given.company();
    const foreign = await stage.given.agent(other.companyId);
    const foreignIssue = await givenIssue(stage, other.companyId);
    for (const id of [newId(), foreign.agentId]) {
      await expect(
        stage.as(agentActor(companyId, { id: agentId })).recordCost(aCost(companyId, id, 1)),
      ).rejects.toMatchObject({ code: 'agent_not_found', details: { field: 'agentId' } });
    }
    for (const issueId of [newId(), foreignIssue]) {
      await expect(
        stage.as(board).recordCost({ ...aCost(companyId, agentId, 1), issueId }),
      ).rejects.toMatchObject({ code: 'issue_not_found', details: { field: 'issueId' } });
    }
  });

  it('lets an agent report for itself only, and no one for an archived company', async () => {
    const [one, two] = [await givenAgent(), await givenAgent()];
    const caller = stage.as(agentActor(companyId, { id: one }));
    const posing = caller.recordCost(aCost(companyId, two, 1));
    await expect(posing).rejects.toMatchObject({ code: 'acting_as_another_agent' });
    const archived = await stage.given.company({ status: 'archived' });
    const agent = await stage.given.agent(archived.companyId);
    const late = stage.as(board).recordCost(aCost(archived.companyId, agent.agentId, 1));
    await expect(late).rejects.toMatchObject({ code: 'company_archived' });
  });

  it('refuses fractions of cents and impossible times', async () => {
    const agentId = await givenAgent();
    for (const wrong of [
      { costCents: 0.5 },
      { costCents: -1 },
      { occurredAt: '0000-01-01T00:00:00Z' },
      { occurredAt: '2026-02-30T00:00:00Z' },
    ]) {
      const report = { ...aCost(companyId, agentId, 1), ...wrong };
      await expect(stage.as(board).recordCost(report)).rejects.toMatchObject({
        code: 'invalid_input',
        details: [{ path: Object.keys(wrong) }],
      });
    }
    expect(await monthsOf(stage, agentId)).toEqual([]);
  });

  it('charges tokens of an unknown price at the highest price, and marks them', async () => {
    const agentId = await givenAgent(100);
    const { costCents: _, ...unpriced } = aCost(companyId, agentId, 0);
    const tokens = { inputTokens: 1_000_000, outputTokens: 250_000, cachedInputTokens: 0 };
    const cost = await stage.as(board).recordCost({ ...unpriced, ...tokens });
    expect(cost).toMatchObject({
      costCents: 2_500,
      priceStatus: 'unknown',
      budget: { spentCents: 2_500, stop: true },
    });
    const again = { ...unpriced, ...tokens, priceStatus: 'unknown', eventId: 'u-1' } as const;
    const second = await stage.as(board).recordCost(again);
    expect(await stage.as(board).recordCost(again)).toEqual(second);
    const estimate = { ...aCost(companyId, agentId, 3), priceStatus: 'estimated' } as const;
    expect(await stage.as(board).recordCost(estimate)).toMatchObject({ priceStatus: 'estimated' });
    expect(await stage.as(board).listCostsByAgent({ companyId })).toMatchObject([
      { costCents: 5_003, unknownCents: 5_000, unknownEvents: 2, estimatedCents: 3, events: 3 },
    ]);
    const free = { ...aCost(companyId, agentId, 0), inputTokens: 9, eventId: 'free' };
    const claimed = { ...free, priceStatus: 'measured' } as const;
    const booked = await stage.as(board).recordCost(claimed);
    expect(booked).toMatchObject({ costCents: 0, priceStatus: 'estimated' });
    expect(await stage.as(board).recordCost(claimed)).toEqual(booked);
  });

  it('refuses a price that contradicts itself, and names the field', async () => {
    const agentId = await givenAgent();
    const { costCents: _, ...unpriced } = aCost(companyId, agentId, 0);
    for (const [wrong, field] of [
      [unpriced, 'costCents'],
      [{ ...unpriced, inputTokens: 5, priceStatus: 'estimated' }, 'costCents'],
      [{ ...aCost(companyId, agentId, 1), priceStatus: 'unknown' }, 'priceStatus'],
    ] as const) {
      await expect(stage.as(board).recordCost(wrong)).rejects.toMatchObject({
        code: 'invalid_input',
        details: [{ path: [field] }],
      });
    }
    expect(await monthsOf(stage, agentId)).toEqual([]);
  });

  it('accepts a cost a little in the future, and none further ahead', async () => {
    const report = aCost(companyId, await givenAgent(), 1);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const soon = await stage.as(board).recordCost({ ...report, occurredAt: inHours(23) });
    expect(soon.occurredAt > soon.createdAt).toBe(true);
    await expect(
      stage.as(board).recordCost({ ...report, occurredAt: inHours(25) }),
    ).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: ['occurredAt'] }] });
  });
});
