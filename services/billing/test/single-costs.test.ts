import type { CostEvent } from '@muster/contracts';
import { header, newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingService } from '../src/service.ts';
import { aCost, type BillingStage, givenIssue, givenProject } from './books.ts';

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
  (
    await stage.as(board).recordCost({
      ...aCost(companyId, agentId, day),
      occurredAt: at(day),
      ...what,
    })
  ).id;
const idsOf = (costs: readonly CostEvent[]): string[] => costs.map(({ id }) => id);

/** All pages of a list, two costs per page. */
async function turnPages(operation: 'listCosts' | 'exportCosts'): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const reply = await stage.service.runtime.rpc({
      service: 'billing',
      operation,
      actor: board,
      requestId: newId(),
      deadlineMs: 10_000,
      body: JSON.stringify({ companyId, limit: 2, ...(cursor ? { cursor } : {}) }),
    });
    ids.push(...idsOf(JSON.parse(new TextDecoder().decode(reply.bytes)) as CostEvent[]));
    cursor = reply.headers?.get(header.nextCursor) || undefined;
  } while (cursor);
  return ids;
}

describe('listCosts', () => {
  it('lists the newest first, filtered by subject and time', async () => {
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

  it('shows the recorded cost without its budget', async () => {
    const { budget: _, ...record } = await stage.as(board).recordCost(aCost(companyId, agentId, 5));
    expect(await stage.as(board).listCosts({ companyId })).toEqual([record]);
  });
});

describe('listCosts and exportCosts', () => {
  it('page without gaps or repeats among costs of the same time', async () => {
    const ids: string[] = [];
    for (const day of [1, 1, 1, 2, 2]) ids.push(await spend(day));
    const oldest = [...ids.slice(0, 3).toSorted(), ...ids.slice(3).toSorted()];
    expect(await turnPages('exportCosts')).toEqual(oldest);
    expect(await turnPages('listCosts')).toEqual(oldest.toReversed());
  });

  it("refuse each other's cursors", async () => {
    await expect(
      stage.as(board).exportCosts({ companyId, cursor: 'bm90IG91cnM' }),
    ).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});
