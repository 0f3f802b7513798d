import { issues } from '@muster/contracts';
import { header, newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, type BillingStage, givenProject } from './books.ts';

const board = boardActor();
let stage: BillingStage;
let companyId: string;

beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ companyId } = await stage.given.company());
});

interface Query {
  readonly companyId: string;
  readonly limit: number;
}

/** All pages of a list, one item per page. */
async function turnPages<Item>(operation: string, query: Query): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const reply = await stage.service.runtime.rpc({
      service: 'billing',
      operation,
      actor: board,
      requestId: newId(),
      deadlineMs: 10_000,
      body: JSON.stringify({ ...query, ...(cursor ? { cursor } : {}) }),
    });
    items.push(...(JSON.parse(new TextDecoder().decode(reply.bytes)) as Item[]));
    cursor = reply.headers?.get(header.nextCursor) || undefined;
  } while (cursor);
  return items;
}

describe('listCostsByAgent', () => {
  it('sums the month of each agent with costs, the highest first', async () => {
    const ada = await stage.given.agent(companyId, { name: 'Ada', budgetMonthlyCents: 900 });
    const bob = await stage.given.agent(companyId, { name: 'Bob', status: 'paused' });
    await stage.given.agent(companyId, { name: 'Idle' });
    for (const [{ agentId }, cents] of [
      [bob, 5],
      [ada, 7],
      [ada, 3],
    ] as const) {
      await stage.as(board).recordCost({
        ...aCost(companyId, agentId, cents),
        inputTokens: 10,
        cachedInputTokens: 4,
        outputTokens: 1,
      });
    }
    const late = { ...aCost(companyId, bob.agentId, 999), occurredAt: '2026-01-05T00:00:00Z' };
    await stage.as(board).recordCost(late);
    const costs = await stage.as(agentActor(companyId)).listCostsByAgent({ companyId });
    expect(costs).toEqual([
      {
        agentId: ada.agentId,
        agentName: 'Ada',
        agentStatus: 'idle',
        costCents: 10,
        inputTokens: 20,
        cachedInputTokens: 8,
        outputTokens: 2,
        events: 2,
        unknownCents: 0,
        estimatedCents: 0,
        unknownEvents: 0,
        budgetMonthlyCents: 900,
        reservedCents: 0,
      },
      {
        agentId: bob.agentId,
        agentName: 'Bob',
        agentStatus: 'paused',
        costCents: 5,
        inputTokens: 10,
        cachedInputTokens: 4,
        outputTokens: 1,
        events: 1,
        budgetMonthlyCents: 0,
        reservedCents: 0,
        unknownCents: 0,
        estimatedCents: 0,
        unknownEvents: 0,
      },
    ]);
    const january = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' };
    expect(await stage.as(board).listCostsByAgent({ companyId, ...january })).toMatchObject([
      { agentId: bob.agentId, costCents: 999, events: 1 },
    ]);
  });

  it('pages through agents with the same costs', async () => {
    const agentIds: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { agentId } = await stage.given.agent(companyId);
      await stage.as(board).recordCost(aCost(companyId, agentId, 5));
      agentIds.push(agentId);
    }
    const costs = await turnPages<{ agentId: string }>('listCostsByAgent', { companyId, limit: 1 });
    expect(costs.map(({ agentId }) => agentId).toSorted()).toEqual(agentIds.toSorted());
  });

  it('hides the costs of other companies', async () => {
    const foreign = stage.as(agentActor(newId()));
    await expect(foreign.listCostsByAgent({ companyId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });
});

describe('listCostsByProject', () => {
  it('sums the month of each project, and of none, under their newest names', async () => {
    const { agentId } = await stage.given.agent(companyId);
    const project = await givenProject(stage, companyId, 'Rocket');
    const { projectId } = project;
    await stage.receive(issues, 'project.updated', {
      companyId,
      entityId: projectId,
      payload: { ...project, name: 'Engine', version: 2 },
    });
    await stage.as(board).recordCost({ ...aCost(companyId, agentId, 40), projectId });
    await stage.as(board).recordCost({ ...aCost(companyId, agentId, 2), projectId });
    await stage.as(board).recordCost({ ...aCost(companyId, agentId, 9), outputTokens: 3 });
    const expected = [
      { projectId, projectName: 'Engine', costCents: 42, events: 2 },
      { projectId: null, projectName: null, costCents: 9, outputTokens: 3, events: 1 },
    ];
    expect(await stage.as(board).listCostsByProject({ companyId })).toMatchObject(expected);
    const always = { companyId, from: '2026-01-01T00:00:00Z' };
    expect(await stage.as(board).listCostsByProject(always)).toMatchObject(expected);
    expect(await turnPages('listCostsByProject', { companyId, limit: 1 })).toMatchObject(expected);
  });

  it('has no unknown or foreign projects, because recordCost refuses them', async () => {
    const { agentId } = await stage.given.agent(companyId);
    const other = await stage.given.company();
    const { projectId } = await givenProject(stage, other.companyId, 'Elsewhere');
    const report = aCost(companyId, agentId, 1);
    await expect(stage.as(board).recordCost({ ...report, projectId })).rejects.toMatchObject({
      code: 'project_not_found',
      details: { field: 'projectId' },
    });
    await expect(stage.as(board).recordCost({ ...report, goalId: newId() })).rejects.toMatchObject({
      code: 'goal_not_found',
      details: { field: 'goalId' },
    });
  });
});
