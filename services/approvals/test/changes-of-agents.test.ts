import { agents, type Payload, type Permission } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { agentActor, anAgent, boardActor, openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalsService } from '../src/service.ts';
import { type ApprovalsStage, givenHire } from './requests.ts';

let stage: ApprovalsStage;
let companyId: string;
const board = boardActor();

beforeAll(async () => {
  stage = await openStage(approvalsService);
  ({ companyId } = await stage.given.company());
});
afterAll(() => stage.close());

const changes = [
  { field: 'adapterConfig.command', before: null, after: 'node \\u{202e}' },
  { field: 'adapterConfig.env', before: null, after: { KEY: { secretRef: 'db' } } },
];

type Requested = Payload<typeof agents, 'agent_change.requested'>;
async function givenChange(overrides: Partial<Requested> = {}) {
  const agent = anAgent();
  const { agentId } = agent;
  const asked: Requested = {
    agentId,
    approvalId: newId(),
    requestedByAgentId: agentId,
    requestedByUserId: null,
    issueIds: [newId()],
    patch: { adapterConfig: { command: 'node \u202E', env: { KEY: { secretRef: 'db' } } } },
    changes,
    requestedAt: '2026-11-22T10:00:00.000Z',
    ...overrides,
  };
  await stage.receive(agents, 'agent.created', { companyId, entityId: agentId, payload: agent });
  const event = { companyId, entityId: asked.approvalId, payload: asked };
  await stage.receive(agents, 'agent_change.requested', event);
  return { ...asked, agent };
}

const agentEvent = (
  agent: ReturnType<typeof anAgent>,
  name: 'agent.updated' | 'agent.paused' | 'agent.terminated',
) =>
  stage.receive(agents, name, {
    companyId,
    entityId: agent.agentId,
    payload: { ...agent, version: agent.version + 1, changedKeys: ['title'] },
  });

const effectEvent = (
  name: 'agent_change.applied' | 'agent_change.dropped',
  { agentId, approvalId }: Requested,
) =>
  stage.receive(agents, name, {
    companyId,
    entityId: approvalId,
    payload: { agentId, approvalId },
  });

const eventsOf = async (approvalId: string) =>
  (await stage.emitted()).filter(({ entityId }) => entityId === approvalId).map(({ type }) => type);

describe('openApprovalOfChange', () => {
  it('opens the approval that the requester was answered, with before and after', async () => {
    const asked = await givenChange();
    await stage.redeliver();
    const { approvalId, agentId } = asked;
    const approval = await stage.as(board).getApproval({ approvalId });
    expect(approval).toMatchObject({
      type: 'change_agent',
      status: 'pending',
      requestedByAgentId: agentId,
      payload: { agentId, patch: asked.patch },
      changes,
      createdAt: asked.requestedAt,
    });
    expect(await eventsOf(approvalId)).toEqual(['approval.created']);
    const { issueIds } = await stage.as(board).listIssuesOfApproval({ approvalId });
    expect(issueIds).toEqual(asked.issueIds);
    const listed = await stage.as(board).listApprovals({ companyId, type: ['change_agent'] });
    expect(listed.map(({ id }) => id)).toContain(approvalId);
    expect(listed[0]).not.toHaveProperty('changes');
  });
});

describe('the decision on a change', () => {
  it('is refused as stale once the agent has changed; it may be rejected and cancelled', async () => {
    for (const move of ['rejectApproval', 'cancelApproval'] as const) {
      const { approvalId, agent } = await givenChange();
      await agentEvent(agent, 'agent.updated');
      await expect(stage.as(board).approveApproval({ approvalId })).rejects.toMatchObject({
        code: 'change_is_stale',
        status: 409,
        hint: expect.stringContaining('change_agent') as string,
      });
      await stage.as(board)[move]({ approvalId });
    }
  });

  it('is not stale because of a pause', async () => {
    const { approvalId, agent } = await givenChange();
    await agentEvent(agent, 'agent.paused');
    const approved = await stage.as(board).approveApproval({ approvalId });
    expect(approved.status).toBe('approved');
    expect(approved).not.toHaveProperty('effect');
  });

  it('needs the permission for what it changes, besides the one to approve', async () => {
    const member = (...permissions: Permission[]) =>
      stage.as(boardActor({ companies: [{ companyId, role: 'operator', permissions }] }));
    const { approvalId } = await givenChange();
    const budget = { field: 'budgetMonthlyCents', before: 1, after: 2 };
    const ofBudget = await givenChange({ patch: { budgetMonthlyCents: 2 }, changes: [budget] });
    const cases = [
      [member('approve'), approvalId, 'manage_agents'],
      [member('approve', 'manage_agents'), ofBudget.approvalId, 'manage_budgets'],
    ] as const;
    for (const [caller, id, permission] of cases) {
      await expect(caller.approveApproval({ approvalId: id })).rejects.toMatchObject({
        code: 'permission_missing',
        details: { permission },
      });
    }
    await member('approve', 'manage_agents').approveApproval({ approvalId });
    await member('approve', 'manage_agents', 'manage_budgets').approveApproval({
      approvalId: ofBudget.approvalId,
    });
  });

  it('shows that the change was applied', async () => {
    const asked = await givenChange();
    const { approvalId } = asked;
    await stage.as(board).approveApproval({ approvalId });
    await effectEvent('agent_change.applied', asked);
    expect(await stage.as(board).getApproval({ approvalId })).toMatchObject({
      status: 'approved',
      effect: 'applied',
    });
    expect(await eventsOf(approvalId)).toEqual(['approval.created', 'approval.approved']);
  });

  it('says so once if nothing was applied', async () => {
    const asked = await givenChange();
    const { approvalId } = asked;
    await stage.as(board).approveApproval({ approvalId });
    await effectEvent('agent_change.dropped', asked);
    await stage.redeliver();
    expect(await stage.as(board).getApproval({ approvalId })).toMatchObject({
      status: 'approved',
      effect: 'not_applied',
    });
    expect(await eventsOf(approvalId)).toEqual([
      'approval.created',
      'approval.approved',
      'approval.not_applied',
    ]);
  });
});

describe('cancelChangesOfTerminatedAgent', () => {
  it('cancels what is open', async () => {
    const { approvalId, agent } = await givenChange();
    await agentEvent(agent, 'agent.terminated');
    expect(await stage.as(board).getApproval({ approvalId })).toMatchObject({
      status: 'cancelled',
    });
  });
});

describe('resubmitApproval', () => {
  it('takes no new payload for a change, which is bound to what was asked for', async () => {
    const { approvalId, agentId } = await givenChange();
    await stage.as(board).requestRevision({ approvalId });
    const requester = stage.as(agentActor(companyId, { id: agentId }));
    await expect(
      requester.resubmitApproval({ approvalId, payload: { agentId, patch: {} } }),
    ).rejects.toMatchObject({ code: 'invalid_input', details: [{ path: ['payload'] }] });
    expect(await requester.resubmitApproval({ approvalId })).toMatchObject({ changes });
  });

  it('shows what it changes of a hire', async () => {
    const { approvalId } = await givenHire(stage, companyId, { hire: { title: 'Senior' } });
    await stage.as(board).requestRevision({ approvalId });
    const payload = {
      title: 'Junior',
      adapterConfig: { env: { KEY: '***' }, cwd: '/srv', command: 'sh\u200B' },
    };
    await stage.as(board).resubmitApproval({ approvalId, payload });
    expect((await stage.as(board).getApproval({ approvalId })).changes).toEqual([
      { field: 'adapterConfig.command', before: null, after: 'sh\\u{200b}' },
      { field: 'title', before: 'Senior', after: 'Junior' },
    ]);
  });
});
