import { type ApprovalType } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

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
const givenOwnHire = () => givenHire(stage, companyId, { requestedByAgentId: agentId });
const lastEventOf = async (approvalId: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === approvalId).at(-1);

describe('cancelApproval', () => {
  it('cancels for the requester, once', async () => {
    const approvalId = await request();
    const cancelled = await asRequester().cancelApproval({ approvalId });
    expect(cancelled).toMatchObject({ status: 'cancelled', decidedAt: null });
    expect(await stage.as(board).cancelApproval({ approvalId })).toEqual(cancelled);
    expect(await eventTypesOf(approvalId)).toEqual(['approval.created', 'approval.cancelled']);
  });

  it('names the waiting agent of a cancelled hire', async () => {
    const { agent, approvalId } = await givenOwnHire();
    await stage.as(board).requestRevision({ approvalId });
    await stage.as(board).cancelApproval({ approvalId });
    expect((await lastEventOf(approvalId))?.payload).toMatchObject({
      type: 'hire_agent',
      agentId: agent.agentId,
      status: 'cancelled',
    });
  });

  it('refuses other agents, and a decided approval', async () => {
    const approvalId = await request();
    const colleague = stage.as(agentActor(companyId));
    await expect(colleague.cancelApproval({ approvalId })).rejects.toMatchObject({
      code: 'not_the_requester',
    });
    const stranger = stage.as(agentActor(newId()));
    await expect(stranger.cancelApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_not_found',
    });
    await stage.as(board).approveApproval({ approvalId });
    await expect(asRequester().cancelApproval({ approvalId })).rejects.toMatchObject({
      code: 'approval_already_decided',
    });
  });
});
