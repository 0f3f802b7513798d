import { approvals, type ApprovalType } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, clientAs, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire, givenIssue } from './requests.ts';

const RACES = 50;

describe('approveApproval and rejectApproval', () => {
  let stage: ApprovalsStage;
  let companyId: string;
  let agentId: string;
  const board = boardActor();

  beforeAll(async () => {
    stage = await openStage(approvalsService);
    ({ companyId } = await stage.given.company());
    ({ agentId } = await stage.given.agent(companyId));
  });
  afterAll(() => stage.close());

  const request = async (
    type: ApprovalType = 'request_board_approval',
    issueIds: string[] = [],
  ) => {
    const agent = stage.as(agentActor(companyId, { id: agentId }));
    return agent.createApproval({ companyId, type, payload: {}, issueIds });
  };
  const eventsOf = async (approvalId: string) =>
    (await stage.emitted()).filter(({ entityId }) => entityId === approvalId);

  it('approves in the name of the caller and emits what the requester needs', async () => {
    const issueId = await givenIssue(stage, companyId);
    const { id: approvalId } = await request('request_board_approval', [issueId]);
    const decided = await stage.as(board).approveApproval({ approvalId, decisionNote: 'go' });
    expect(decided).toMatchObject({
      status: 'approved',
      decidedByUserId: board.id,
      decisionNote: 'go',
      version: 2,
    });
    expect(decided.decidedAt).not.toBeNull();
    expect((await eventsOf(approvalId)).at(-1)).toMatchObject({
      type: 'approval.approved',
      actorType: 'user',
      actorId: board.id,
      payload: {
        approvalId,
        status: 'approved',
        requestedByAgentId: agentId,
        issueIds: [issueId],
        decisionNote: 'go',
        version: 2,
      },
    });
  });

  it('emits whole characters of a long note', async () => {
    const { id: approvalId } = await request();
    const decisionNote = `${'x'.repeat(1_999)}😀`;
    const decided = await stage.as(board).approveApproval({ approvalId, decisionNote });
    expect(decided.decisionNote).toBe(decisionNote);
    expect((await eventsOf(approvalId)).at(-1)?.payload).toMatchObject({
      decisionNote: 'x'.repeat(1_999),
    });
  });

  it('rejects a hire and names its agent', async () => {
    const { agent, approvalId } = await givenHire(stage, companyId);
    const decided = await stage.as(board).rejectApproval({ approvalId });
    expect(decided).toMatchObject({ status: 'rejected', decisionNote: null });
    expect((await eventsOf(approvalId)).at(-1)).toMatchObject({
      type: 'approval.rejected',
      payload: { type: 'hire_agent', agentId: agent.agentId },
    });
  });

  it('answers a repeated decision without deciding or emitting again', async () => {
    const { id: approvalId } = await request();
    const first = await stage.as(board).approveApproval({ approvalId, decisionNote: 'once' });
    const again = await stage.as(boardActor()).approveApproval({ approvalId, decisionNote: 'x' });
    expect(again).toEqual(first);
    expect((await eventsOf(approvalId)).map(({ type }) => type)).toEqual([
      'approval.created',
      'approval.approved',
    ]);
  });

  it('refuses the other decision', async () => {
    const { id: approvalId } = await request();
    await stage.as(board).rejectApproval({ approvalId });
    await expect(stage.as(board).approveApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided',
      details: { status: 'rejected' },
    });
  });

  it('refuses a decision on a stale version', async () => {
    const { id: approvalId, version } = await request();
    const stale = stage.as(board).approveApproval({ approvalId, ifVersion: version + 1 });
    await expect(stale).rejects.toMatchObject({ code: 'version_mismatch' });
    const fresh = await stage.as(board).approveApproval({ approvalId, ifVersion: version });
    expect(fresh.status).toBe('approved');
  });

  it('is allowed to the board only, and hides foreign approvals first', async () => {
    const { id: approvalId } = await request();
    const agent = stage.as(agentActor(companyId, { id: agentId }));
    await expect(agent.approveApproval({ approvalId })).rejects.toMatchObject({
      code: 'board_only',
    });
    const hidden = { code: 'approval_not_found' };
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.approveApproval({ approvalId })).rejects.toMatchObject(hidden);
    const foreignBoard = stage.as(boardActor({ companies: [newId()] }));
    await expect(foreignBoard.rejectApproval({ approvalId })).rejects.toMatchObject(hidden);
    expect(await stage.as(board).getApproval({ approvalId })).toMatchObject({ status: 'pending' });
  });

  it('refuses to decide in an archived company', async () => {
    const company = await stage.given.company();
    const { approvalId } = await givenHire(stage, company.companyId);
    await stage.given.company({ ...company, status: 'archived', version: 2 });
    await expect(stage.as(board).approveApproval({ approvalId })).rejects.toMatchObject({
      code: 'company_archived',
    });
  });

  it('lets exactly one of two racing decisions win, on two replicas', async () => {
    const replica = await stage.replica();
    const local = stage.as(board);
    const there = clientAs(replica, approvals, board);
    for (let race = 0; race < RACES; race++) {
      const { id: approvalId } = await request();
      const outcomes = await Promise.allSettled([
        local.approveApproval({ approvalId }),
        there.rejectApproval({ approvalId }),
        there.approveApproval({ approvalId }),
        local.rejectApproval({ approvalId }),
      ]);
      const statuses = outcomes.map((outcome): string =>
        outcome.status === 'fulfilled' ? outcome.value.status : outcome.reason.code,
      );
      const { status: winner } = await local.getApproval({ approvalId });
      expect(['approved', 'rejected']).toContain(winner);
      expect(statuses.toSorted()).toEqual(
        [winner, winner, 'approval_already_decided', 'approval_already_decided'].toSorted(),
      );
      const emitted = (await eventsOf(approvalId)).map(({ type }) => type);
      expect(emitted).toEqual(['approval.created', `approval.${winner}`]);
    }
  });
});
