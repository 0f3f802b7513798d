import { approvals, type ApprovalType } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, clientAs, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { givenHire, givenIssue, type ApprovalsStage } from './asks.ts';

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

  const asked = async (type: ApprovalType = 'request_board_approval', issueIds: string[] = []) => {
    const agent = stage.as(agentActor(companyId, { id: agentId }));
    return agent.createApproval({ companyId, type, payload: {}, issueIds });
  };
  const saidOf = async (approvalId: string) =>
    (await stage.said()).filter(({ entityId }) => entityId === approvalId);

  it('approves in the name of the credential and says what the requester must know', async () => {
    const issueId = await givenIssue(stage, companyId);
    const { id: approvalId } = await asked('request_board_approval', [issueId]);
    const decided = await stage.as(board).approveApproval({ approvalId, decisionNote: 'go' });
    expect(decided).toMatchObject({
      status: 'approved', decidedByUserId: board.id, decisionNote: 'go', version: 2,
    });
    expect(decided.decidedAt).not.toBeNull();
    expect((await saidOf(approvalId)).at(-1)).toMatchObject({
      type: 'approval.approved', actorType: 'user', actorId: board.id,
      payload: {
        approvalId, status: 'approved', requestedByAgentId: agentId, issueIds: [issueId],
        decisionNote: 'go', version: 2,
      },
    });
  });

  it('rejects a hire and names its agent', async () => {
    const { agent, approvalId } = await givenHire(stage, companyId);
    const decided = await stage.as(board).rejectApproval({ approvalId });
    expect(decided).toMatchObject({ status: 'rejected', decisionNote: null });
    expect((await saidOf(approvalId)).at(-1)).toMatchObject({
      type: 'approval.rejected', payload: { type: 'hire_agent', agentId: agent.agentId },
    });
  });

  it('answers the same decision again without deciding or saying it again', async () => {
    const { id: approvalId } = await asked();
    const first = await stage.as(board).approveApproval({ approvalId, decisionNote: 'once' });
    const again = await stage.as(boardActor()).approveApproval({ approvalId, decisionNote: 'x' });
    expect(again).toEqual(first);
    expect((await saidOf(approvalId)).map(({ type }) => type)).toEqual([
      'approval.created', 'approval.approved',
    ]);
  });

  it('refuses the other decision', async () => {
    const { id: approvalId } = await asked();
    await stage.as(board).rejectApproval({ approvalId });
    await expect(stage.as(board).approveApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided', details: { status: 'rejected' },
    });
  });

  it('refuses a decision on a version that is no longer the one that was read', async () => {
    const { id: approvalId, version } = await asked();
    const stale = stage.as(board).approveApproval({ approvalId, ifVersion: version + 1 });
    await expect(stale).rejects.toMatchObject({ code: 'version_mismatch' });
    const fresh = await stage.as(board).approveApproval({ approvalId, ifVersion: version });
    expect(fresh.status).toBe('approved');
  });

  it('is for the board, and hides foreign approvals before it says so', async () => {
    const { id: approvalId } = await asked();
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
    const twin = await stage.replica();
    const here = stage.as(board);
    const there = clientAs(twin, approvals, board);
    for (let race = 0; race < RACES; race++) {
      const { id: approvalId } = await asked();
      const outcomes = await Promise.allSettled([
        here.approveApproval({ approvalId }), there.rejectApproval({ approvalId }),
        there.approveApproval({ approvalId }), here.rejectApproval({ approvalId }),
      ]);
      const statuses = outcomes.map((outcome): string =>
        outcome.status === 'fulfilled' ? outcome.value.status : outcome.reason.code);
      const { status: winner } = await here.getApproval({ approvalId });
      expect(['approved', 'rejected']).toContain(winner);
      expect(statuses.toSorted()).toEqual(
        [winner, winner, 'approval_already_decided', 'approval_already_decided'].toSorted(),
      );
      const said = (await saidOf(approvalId)).map(({ type }) => type);
      expect(said).toEqual(['approval.created', `approval.${winner}`]);
    }
  });
});
