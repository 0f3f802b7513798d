import type { Approval, ApprovalStatus, ApprovalType } from '@muster/contracts';
import { encodeCursor, header, newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

let stage: ApprovalsStage;
let companyId: string;
/** Newest first. */
let made: string[];
const board = boardActor();

interface Query {
  readonly status?: ApprovalStatus[];
  readonly type?: ApprovalType[];
  readonly requestedByAgentId?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

/** Requests a page; the cursor of the next one is in a header. */
async function page(query: Query, actor = board): Promise<{ ids: string[]; next?: string }> {
  const reply = await stage.service.runtime.rpc({
    service: 'approvals',
    operation: 'listApprovals',
    actor,
    requestId: newId(),
    deadlineMs: 10_000,
    body: JSON.stringify({ companyId, ...query }),
  });
  const ids = (JSON.parse(new TextDecoder().decode(reply.bytes)) as Approval[]).map(({ id }) => id);
  const next = reply.headers?.get(header.nextCursor);
  return next ? { ids, next } : { ids };
}

beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
  made = [];
  for (let n = 0; n < 5; n++) {
    const { id } = await stage.as(board).createApproval({
      companyId,
      type: 'request_board_approval',
      payload: { n },
    });
    made.unshift(id);
  }
  const [, rejected, , approved] = made as [string, string, string, string];
  await stage.as(board).approveApproval({ approvalId: approved });
  await stage.as(board).rejectApproval({ approvalId: rejected });
});
afterAll(() => stage.close());

describe('listApprovals', () => {
  it('lists the newest first', async () => {
    expect((await page({})).ids).toEqual(made);
  });

  it('filters by statuses', async () => {
    expect((await page({ status: ['pending'] })).ids).toEqual([made[0], made[2], made[4]]);
    expect((await page({ status: ['approved', 'rejected'] })).ids).toEqual([made[1], made[3]]);
    expect((await page({ status: ['cancelled'] })).ids).toEqual([]);
  });

  it('filters by type, by requester, and by both with a status', async () => {
    const { companyId: other } = await stage.given.company();
    const ceo = await stage.given.agent(other, { role: 'ceo' });
    const asks = stage.as(agentActor(other, { id: ceo.agentId }));
    const ask = async (type: ApprovalType, payload = {}) =>
      (await asks.createApproval({ companyId: other, type, payload })).id;
    const strategy = await ask('approve_ceo_strategy', { plan: 'grow' });
    const plain = await ask('request_board_approval');
    const { id: byBoard } = await stage.as(board).createApproval({
      companyId: other,
      type: 'request_board_approval',
      payload: {},
    });
    await stage.as(board).approveApproval({ approvalId: plain });
    const list = async (query: Query) =>
      (await stage.as(board).listApprovals({ companyId: other, ...query })).map(({ id }) => id);
    const requestedByAgentId = ceo.agentId;
    expect(await list({ type: ['approve_ceo_strategy'] })).toEqual([strategy]);
    expect(await list({ type: ['approve_ceo_strategy', 'request_board_approval'] })).toEqual([
      byBoard,
      plain,
      strategy,
    ]);
    expect(await list({ requestedByAgentId })).toEqual([plain, strategy]);
    expect(
      await list({
        requestedByAgentId,
        type: ['request_board_approval'],
        status: ['approved', 'rejected'],
      }),
    ).toEqual([plain]);
    expect(await list({ requestedByAgentId: newId() })).toEqual([]);
  });

  it('pages without gaps or repeats, even if all were created at the same time', async () => {
    await stage.db.run({ text: "update approvals set created_at = '2026-01-01'", values: [] });
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const turned = await page({ limit: 2, ...(next ? { cursor: next } : {}) });
      seen.push(...turned.ids);
      ({ next } = turned);
    } while (next);
    expect(seen).toEqual(made.toSorted().toReversed());
  });

  it.each([
    ['of another list', () => 'bm90IG91cnM'],
    ['with a key of another list', () => encodeCursor('approvals', companyId, ['high', 7])],
  ])('refuses a cursor %s', async (_, cursor) => {
    const outcome = stage.as(board).listApprovals({ companyId, cursor: cursor() });
    await expect(outcome).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('hides the approvals of other companies', async () => {
    const other = await stage.given.company();
    expect(await stage.as(board).listApprovals({ companyId: other.companyId })).toEqual([]);
    const foreign = stage.as(boardActor({ companies: [other.companyId] }));
    await expect(foreign.listApprovals({ companyId })).rejects.toMatchObject({
      code: 'company_not_found',
    });
  });
});

describe('getApproval', () => {
  it('shows an approval to the board and to the agents of its company', async () => {
    const [approvalId] = made as [string];
    const shown = await stage.as(board).getApproval({ approvalId });
    expect(shown).toMatchObject({ id: approvalId, status: 'pending', payload: { n: 4 } });
    expect(await stage.as(agentActor(companyId)).getApproval({ approvalId })).toEqual(shown);
  });

  it('masks the secrets of a hire', async () => {
    const { approvalId } = await givenHire(stage, companyId);
    const { payload } = await stage.as(board).getApproval({ approvalId });
    expect(payload).toMatchObject({ adapterConfig: { env: { KEY: '***' }, cwd: '/srv' } });
  });

  it('hides approvals of other companies like absent ones', async () => {
    const [approvalId] = made as [string];
    const stranger = stage.as(agentActor(newId()));
    const refused = { code: 'approval_not_found' };
    await expect(stranger.getApproval({ approvalId })).rejects.toMatchObject(refused);
    const absent = stage.as(board).getApproval({ approvalId: newId() });
    await expect(absent).rejects.toMatchObject(refused);
  });
});

describe('countPendingApprovals', () => {
  it('counts the pending approvals of its own company', async () => {
    const waiting = await stage.as(board).listApprovals({ companyId, status: ['pending'] });
    expect(waiting.length).toBeGreaterThan(2);
    expect(await stage.as(board).countPendingApprovals({ companyId })).toMatchObject({
      pending: waiting.length,
      storage: { rows: expect.any(Number) as number },
    });
    await expect(
      stage.as(agentActor(newId())).countPendingApprovals({ companyId }),
    ).rejects.toMatchObject({ code: 'company_not_found' });
  });
});

describe('names in approvals', () => {
  it('are of who asked, of whom it is about and of who decided, in every answer', async () => {
    const { companyId: here } = await stage.given.company();
    const { agentId, name } = await stage.given.agent(here, { name: 'Ann' });
    const own = await stage.as(board).createApproval({
      companyId: here,
      type: 'request_board_approval',
      payload: {},
    });
    expect(own).toMatchObject({
      requestedByName: board.name,
      aboutAgentName: null,
      decidedByName: null,
    });
    const { agent, approvalId } = await givenHire(stage, here, { requestedByAgentId: agentId });
    const hire = { requestedByName: name, aboutAgentId: agent.agentId, aboutAgentName: agent.name };
    expect(await stage.as(board).getApproval({ approvalId })).toMatchObject(hire);
    const waiting = await stage.as(board).listWaitingApprovals({});
    const rowOf = (of: string) => waiting.rows.find(({ id }) => id === of);
    expect(rowOf(approvalId)).toMatchObject(hire);
    expect(rowOf(own.id)).toMatchObject({
      requestedByName: board.name,
      aboutAgentId: null,
      aboutAgentName: null,
    });
    const decided = { ...hire, decidedByUserId: board.id, decidedByName: board.name };
    expect(await stage.as(board).rejectApproval({ approvalId })).toMatchObject(decided);
    const listed = await stage.as(agentActor(here)).listApprovals({ companyId: here });
    expect(listed.find(({ id }) => id === approvalId)).toMatchObject(decided);
    expect(listed.find(({ id }) => id === own.id)).toMatchObject({ requestedByName: board.name });
  });
});
