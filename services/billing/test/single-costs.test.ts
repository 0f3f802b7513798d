import type { CostEvent } from '@muster/contracts';
import { header, newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, givenIssue, givenProject, type BillingStage } from './books.ts';

const board = boardActor();
let stage: BillingStage;
let companyId: string;
let agentId: string;

beforeAll(async () => {
  stage = await openStage(billingService);
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ companyId } = await stage.given.company());
  ({ agentId } = await stage.given.agent(companyId));
});

const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`;
const spend = async (day: number, what: object = {}) =>
  (await stage.as(board).recordCost({
    ...aCost(companyId, agentId, day), occurredAt: at(day), ...what,
  })).id;
const idsOf = (costs: readonly CostEvent[]): string[] => costs.map(({ id }) => id);

/** Every page of a list, two costs a page. */
async function turnPages(operation: 'listCosts' | 'exportCosts'): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const reply = await stage.service.runtime.rpc({
      service: 'billing', operation, actor: board, requestId: newId(), deadlineMs: 2_000,
      body: JSON.stringify({ companyId, limit: 2, ...(cursor ? { cursor } : {}) }),
    });
    ids.push(...idsOf(JSON.parse(new TextDecoder().decode(reply.bytes)) as CostEvent[]));
    cursor = reply.headers?.get(header.nextCursor) || undefined;
  } while (cursor);
  return ids;
}

describe('listCosts', () => {
  it('lists the newest first, by what they were for and when', async () => {
    const other = await stage.given.agent(companyId);
    const issueId = await givenIssue(stage, companyId);
    const { projectId } = await givenProject(stage, companyId, 'Rocket');
    const runId = newId();
    const plain = await spend(1);
    const ofIssue = await spend(2, { issueId });
    const ofProject = await spend(3, { projectId, runId });
    const ofOther = await spend(4, { agentId: other.agentId });
    const list = async (filter: object) =>
      idsOf(await stage.as(agentActor(companyId)).listCosts({ companyId, ...filter }));
    expect(await list({})).toEqual([ofOther, ofProject, ofIssue, plain]);
    expect(await list({ agentId })).toEqual([ofProject, ofIssue, plain]);
    expect(await list({ issueId })).toEqual([ofIssue]);
    expect(await list({ projectId })).toEqual([ofProject]);
    expect(await list({ runId, agentId })).toEqual([ofProject]);
    expect(await list({ from: at(2), to: at(4) })).toEqual([ofProject, ofIssue]);
    expect(await list({ agentId: newId() })).toEqual([]);
  });

  it('shows the record as it was answered, without the budget of then', async () => {
    const { budget: _, ...record } = await stage.as(board).recordCost(
      aCost(companyId, agentId, 5),
    );
    expect(await stage.as(board).listCosts({ companyId })).toEqual([record]);
  });
});

describe('listCosts and exportCosts', () => {
  it('turn pages without missing or repeating one that occurred at the same time', async () => {
    const ids: string[] = [];
    for (const day of [1, 1, 1, 2, 2]) ids.push(await spend(day));
    const oldest = [...ids.slice(0, 3).toSorted(), ...ids.slice(3).toSorted()];
    expect(await turnPages('exportCosts')).toEqual(oldest);
    expect(await turnPages('listCosts')).toEqual(oldest.toReversed());
  });

  it('do not take the cursor of the other', async () => {
    await expect(
      stage.as(board).exportCosts({ companyId, cursor: 'bm90IG91cnM' }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
