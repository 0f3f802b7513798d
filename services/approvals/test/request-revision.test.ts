import { approvals, type ApprovalType } from '@muster/contracts';
import { agentActor, boardActor, clientAs, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage } from './requests.ts';

const RACES = 50;
const board = boardActor();
let stage: ApprovalsStage;
let companyId: string;
let agentId: string;

beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
  ({ agentId } = await stage.given.agent(companyId));
});
afterAll(() => stage.close());

const asRequester = () => stage.as(agentActor(companyId, { id: agentId }));
const request = async (payload = {}, type: ApprovalType = 'request_board_approval') =>
  (await asRequester().createApproval({ companyId, type, payload })).id;
const eventTypesOf = async (approvalId: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === approvalId).map(({ type }) => type);
const lastEventOf = async (approvalId: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === approvalId).at(-1);

describe('requestRevision', () => {
  it('requests a revision without deciding, and emits a repeat only once', async () => {
    const approvalId = await request();
    const asking = { approvalId, decisionNote: 'cheaper, please' };
    const revised = await stage.as(board).requestRevision(asking);
    expect(revised).toMatchObject({
      status: 'revision_requested',
      decisionNote: 'cheaper, please',
      decidedAt: null,
      decidedByUserId: null,
      revision: 1,
      version: 2,
    });
    expect(await stage.as(board).requestRevision({ approvalId })).toEqual(revised);
    expect(await eventTypesOf(approvalId)).toEqual([
      'approval.created',
      'approval.revision_requested',
    ]);
    expect((await lastEventOf(approvalId))?.payload).toMatchObject({
      requestedByAgentId: agentId,
      status: 'revision_requested',
      decisionNote: 'cheaper, please',
    });
  });

  it('is allowed to the board only, and refused after a decision', async () => {
    const approvalId = await request();
    await expect(asRequester().requestRevision({ approvalId })).rejects.toMatchObject({
      code: 'board_only',
    });
    await stage.as(board).approveApproval({ approvalId });
    await expect(stage.as(board).requestRevision({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided',
      details: { status: 'approved' },
    });
  });

  it('races an approval without a version: it comes first, or is refused', async () => {
    const replica = clientAs(await stage.replica(), approvals, board);
    for (let race = 0; race < RACES; race++) {
      const approvalId = await request();
      const [revision, approval] = await Promise.allSettled([
        stage.as(board).requestRevision({ approvalId }),
        replica.approveApproval({ approvalId }),
      ]);
      expect(approval).toMatchObject({ value: { status: 'approved' } });
      if (revision.status === 'rejected') {
        expect(revision.reason).toMatchObject({ code: 'approval_already_decided' });
      }
      const made = revision.status === 'fulfilled' ? ['approval.revision_requested'] : [];
      expect(await eventTypesOf(approvalId)).toEqual([
        'approval.created',
        ...made,
        'approval.approved',
      ]);
    }
  });

  it('races an approval of a read version with a clear outcome', async () => {
    const replica = clientAs(await stage.replica(), approvals, board);
    for (let race = 0; race < RACES; race++) {
      const approvalId = await request();
      const [revision, approval] = await Promise.allSettled([
        stage.as(board).requestRevision({ approvalId, revision: 1 }),
        replica.approveApproval({ approvalId, ifVersion: 1 }),
      ]);
      const { status } = await stage.as(board).getApproval({ approvalId });
      const lost = status === 'approved' ? revision : approval;
      const won = status === 'approved' ? approval : revision;
      expect(won.status).toBe('fulfilled');
      expect(lost).toMatchObject({
        status: 'rejected',
        reason: {
          code: status === 'approved' ? 'approval_already_decided' : 'version_mismatch',
        },
      });
      expect(await eventTypesOf(approvalId)).toHaveLength(2);
    }
  });
});
