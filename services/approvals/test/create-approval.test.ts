import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { newId } from '@muster/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenIssue } from './requests.ts';

describe('createApproval', () => {
  let stage: ApprovalsStage;
  let companyId: string;
  let ceoId: string;
  let engineerId: string;
  const board = boardActor();

  beforeAll(async () => {
    stage = await openStage(approvalsService);
    ({ companyId } = await stage.given.company());
    ({ agentId: ceoId } = await stage.given.agent(companyId, { role: 'ceo' }));
    ({ agentId: engineerId } = await stage.given.agent(companyId));
  });
  afterAll(() => stage.close());

  const asAgent = (id: string) => stage.as(agentActor(companyId, { id }));

  it('requests in the name of the calling agent and emits it', async () => {
    const payload = { why: 'a larger machine' };
    const issueId = await givenIssue(stage, companyId);
    const approval = await asAgent(engineerId).createApproval({
      companyId,
      type: 'request_board_approval',
      payload,
      issueIds: [issueId, issueId],
    });
    expect(approval).toMatchObject({
      companyId,
      type: 'request_board_approval',
      status: 'pending',
      payload,
      revision: 1,
      requestedByAgentId: engineerId,
      requestedByUserId: null,
      decidedAt: null,
      version: 1,
    });
    const emitted = await stage.emitted('approval.created');
    const event = emitted.find(({ entityId }) => entityId === approval.id);
    expect(event).toMatchObject({
      actorType: 'agent',
      actorId: engineerId,
      payload: { approvalId: approval.id, status: 'pending', issueIds: [issueId], agentId: null },
    });
    expect(event?.payload).not.toHaveProperty('payload');
  });

  it('masks secrets in the payload, also in the database', async () => {
    const { id, payload } = await asAgent(engineerId).createApproval({
      companyId,
      type: 'request_board_approval',
      payload: { apiKey: 'sk-live-123', note: 'ghp_abcdef', env: { ANY: 'thing' }, cents: 5 },
    });
    const masked = { apiKey: '***', note: '***', env: { ANY: '***' }, cents: 5 };
    expect(payload).toEqual(masked);
    const [row] = await stage.db.run<{ payload: object }>({
      text: 'select payload from approvals where id = $1',
      values: [id],
    });
    expect(row?.payload).toEqual(masked);
  });

  it('accepts a strategy of the CEO', async () => {
    const approval = await asAgent(ceoId).createApproval({
      companyId,
      type: 'approve_ceo_strategy',
      payload: { plan: 'grow' },
    });
    expect(approval).toMatchObject({ requestedByAgentId: ceoId, payload: { plan: 'grow' } });
  });

  it('accepts a strategy from the board in the name of the CEO', async () => {
    const approval = await stage.as(board).createApproval({
      companyId,
      type: 'approve_ceo_strategy',
      requestedByAgentId: ceoId,
      payload: { plan: 'x' },
    });
    expect(approval).toMatchObject({ requestedByAgentId: ceoId, requestedByUserId: board.id });
  });

  it('refuses a strategy of any other agent', async () => {
    const strategy = {
      companyId,
      type: 'approve_ceo_strategy',
      payload: { plan: 'mutiny' },
    } as const;
    const refused = { code: 'ceo_only' };
    await expect(asAgent(engineerId).createApproval(strategy)).rejects.toMatchObject(refused);
    await expect(stage.as(board).createApproval(strategy)).rejects.toMatchObject(refused);
    const named = stage.as(board).createApproval({ ...strategy, requestedByAgentId: engineerId });
    await expect(named).rejects.toMatchObject(refused);
  });

  it('refuses a strategy without a plan and names the field', async () => {
    const planless = asAgent(ceoId).createApproval({
      companyId,
      type: 'approve_ceo_strategy',
      payload: {},
    });
    await expect(planless).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['payload', 'plan'] }],
    });
  });

  it('refuses a hire, which has an operation of its own', async () => {
    const byHand = stage.as(board).createApproval({ companyId, type: 'hire_agent', payload: {} });
    await expect(byHand).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: ['type'] }],
    });
  });

  it('refuses an agent that requests in the name of another', async () => {
    const posing = asAgent(engineerId).createApproval({
      companyId,
      type: 'request_board_approval',
      requestedByAgentId: ceoId,
      payload: {},
    });
    await expect(posing).rejects.toMatchObject({ code: 'acting_as_another_agent' });
  });

  it('does not find agents and issues that are unknown or of another company', async () => {
    const other = await stage.given.company();
    const foreignAgent = await stage.given.agent(other.companyId);
    const foreignIssue = await givenIssue(stage, other.companyId);
    const ask = { companyId, type: 'request_board_approval', payload: {} } as const;
    for (const requestedByAgentId of [newId(), foreignAgent.agentId]) {
      await expect(
        stage.as(board).createApproval({ ...ask, requestedByAgentId }),
      ).rejects.toMatchObject({
        code: 'agent_not_found',
        details: { field: 'requestedByAgentId' },
      });
    }
    await expect(
      stage.as(board).createApproval({ ...ask, issueIds: [foreignIssue] }),
    ).rejects.toMatchObject({
      code: 'issue_not_found',
      details: { field: 'issueIds', issueIds: [foreignIssue] },
    });
  });

  it("emits whose budget is to be raised: the requester's unless another is named", async () => {
    const ask = { companyId, type: 'budget_override_required' } as const;
    const own = await asAgent(engineerId).createApproval({ ...ask, payload: { amountCents: 5 } });
    const named = await stage.as(board).createApproval({
      ...ask,
      payload: { amountCents: 7, agentId: ceoId },
    });
    const emitted = await stage.emitted('approval.created');
    const raiseOf = (id: string) => emitted.find((event) => event.entityId === id)?.payload;
    expect(raiseOf(own.id)).toMatchObject({
      budgetRaise: { agentId: engineerId, amountCents: 5 },
    });
    expect(raiseOf(named.id)).toMatchObject({ budgetRaise: { agentId: ceoId, amountCents: 7 } });
    const stranger = stage.as(board).createApproval({
      ...ask,
      payload: { amountCents: 7, agentId: newId() },
    });
    await expect(stranger).rejects.toMatchObject({ code: 'agent_not_found' });
  });

  it('refuses to write in an archived company', async () => {
    const archived = await stage.given.company({ status: 'archived' });
    const ask = stage.as(board).createApproval({
      companyId: archived.companyId,
      type: 'request_board_approval',
      payload: {},
    });
    await expect(ask).rejects.toMatchObject({ code: 'company_archived' });
  });

  it('answers a repeated idempotency key with the first answer and emits once', async () => {
    const key = stage.as(board, { idempotencyKey: newId() });
    const ask = { companyId, type: 'request_board_approval', payload: { once: true } } as const;
    const before = (await stage.emitted('approval.created')).length;
    const first = await key.createApproval(ask);
    expect(await key.createApproval(ask)).toEqual(first);
    expect(await stage.emitted('approval.created')).toHaveLength(before + 1);
  });

  describe('of an agent that has an open request of the type for the issue', () => {
    const ask = async (issueIds: string[], fields: object = {}) =>
      asAgent(engineerId).createApproval({
        companyId,
        type: 'request_board_approval',
        payload: { title: 'May I?' },
        issueIds,
        ...fields,
      });
    const anIssue = () => givenIssue(stage, companyId);

    it('is answered with that one and a note, also where both come at once', async () => {
      const issueId = await anIssue();
      const asked = await Promise.all([ask([issueId]), ask([issueId])]);
      const again = await ask([issueId, await anIssue()], { payload: { title: 'And now?' } });
      expect(new Set([...asked, again].map(({ id }) => id)).size).toBe(1);
      expect(asked.filter(({ note }) => note === undefined)).toHaveLength(1);
      expect(again).toMatchObject({ status: 'pending', payload: { title: 'May I?' } });
      expect(again.note).toContain('/comments');
      const emitted = await stage.emitted('approval.created');
      expect(emitted.filter(({ entityId }) => entityId === again.id)).toHaveLength(1);
    });

    it('says how to answer the board that wants it revised', async () => {
      const issueId = await anIssue();
      const { id: approvalId } = await ask([issueId]);
      await stage.as(board).requestRevision({ approvalId, decisionNote: 'Which one?' });
      expect(await ask([issueId])).toMatchObject({
        id: approvalId,
        note: expect.stringContaining('/resubmit'),
      });
    });

    it('is a request of its own once that is decided, of another agent, type, issue or none', async () => {
      const issueId = await anIssue();
      const first = await ask([issueId]);
      const others = [
        await ask([await anIssue()]),
        await ask([]),
        await ask([]),
        await ask([issueId], { type: 'budget_override_required', payload: { amountCents: 5 } }),
        await asAgent(ceoId).createApproval({
          companyId,
          type: 'request_board_approval',
          payload: {},
          issueIds: [issueId],
        }),
      ];
      await stage.as(board).rejectApproval({ approvalId: first.id });
      others.push(await ask([issueId]));
      expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(7);
      for (const { note } of others) expect(note).toBeUndefined();
    });
  });
});
