/** Decisions of the board about hires and strategies, from the request to their effects. */
import { agents, approvals, gateway, issues, scheduler } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../world/http-client.ts';
import {
  addIssue,
  addAgentWithKey,
  asleep,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
let companyId: string;
let chief: AgentWithKey;

beforeAll(async () => {
  ({ id: companyId } = await createCompany(world().board));
  chief = await addAgentWithKey(world(), companyId, { name: 'Ada', role: 'ceo' });
});

const hire = async (name: string, fields: object = {}) => {
  const { agent, approval } = await chief.caller.call(agents, 'hireAgent', {
    companyId,
    name,
    runtimeConfig: asleep,
    ...fields,
  });
  return { agentId: agent.id, approvalId: approval?.id ?? expect.fail('no approval') };
};
const agentOf = (agentId: string) => world().board.call(agents, 'getAgent', { agentId });
const refusedWith = (reply: Reply) => [reply.status, (reply.body as { code: string }).code];

describe('a hire', () => {
  it('has no rights until the board has decided', async () => {
    const { board } = world();
    const { agentId, approvalId } = await hire('Waiting');
    expect(await agentOf(agentId)).toMatchObject({ status: 'pending_approval' });
    const keys = await board.post(`/api/agents/${agentId}/keys`, {});
    expect(refusedWith(keys)).toEqual([422, 'agent_without_keys']);
    const work = { title: 'Work', assigneeAgentId: agentId };
    const assigned = await board.post(`/api/companies/${companyId}/issues`, work);
    expect(refusedWith(assigned)).toEqual([422, 'agent_not_assignable']);
    const woken = await board.post(`/api/agents/${agentId}/wakeup`, {});
    expect(refusedWith(woken)).toEqual([422, 'agent_not_runnable']);
    expect(await board.call(scheduler, 'listRuns', { companyId, agentId })).toEqual([]);
    await board.call(approvals, 'approveApproval', { approvalId });
    expect(await agentOf(agentId)).toMatchObject({ status: 'idle' });
    await board.call(gateway, 'createAgentKey', { agentId });
    await board.call(issues, 'createIssue', { companyId, ...work });
  });

  it('that is rejected or cancelled terminates its agent, and frees its name', async () => {
    const { board } = world();
    const rejected = await hire('Twice');
    await board.call(approvals, 'rejectApproval', { approvalId: rejected.approvalId });
    expect(await agentOf(rejected.agentId)).toMatchObject({ status: 'terminated' });
    const withdrawn = await hire('Twice');
    await chief.caller.call(approvals, 'cancelApproval', { approvalId: withdrawn.approvalId });
    expect(await agentOf(withdrawn.agentId)).toMatchObject({ status: 'terminated' });
    const late = await board.post(`/api/approvals/${withdrawn.approvalId}/approve`, {});
    expect(refusedWith(late)).toEqual([422, 'approval_already_decided']);
    await hire('Twice');
  });

  it('reserves its name: of two concurrent ones exactly one is created', async () => {
    const path = `/api/companies/${companyId}/agent-hires`;
    for (let round = 0; round < 10; round += 1) {
      const body = { name: `Rival ${round}`, runtimeConfig: asleep };
      const replies = await Promise.all([
        chief.caller.post(path, body),
        chief.caller.post(path, { ...body, name: `RIVAL ${round}` }),
      ]);
      const [made, refused] = replies.toSorted((a, b) => a.status - b.status);
      expect(made?.status).toBe(201);
      expect(refused && refusedWith(refused)).toEqual([409, 'name_taken']);
    }
  });

  it('that is revised has the last requested values, and is decided by its current revision only', async () => {
    const { board } = world();
    const { agentId, approvalId } = await hire('Senior', { budgetMonthlyCents: 90_000 });
    await board.call(approvals, 'requestRevision', { approvalId, decisionNote: 'Half of it.' });
    await chief.caller.call(approvals, 'resubmitApproval', {
      approvalId,
      payload: { title: 'Junior', budgetMonthlyCents: 45_000 },
    });
    expect(await agentOf(agentId)).toMatchObject({
      status: 'pending_approval',
      title: 'Junior',
      budgetMonthlyCents: 45_000,
    });
    const path = `/api/approvals/${approvalId}/approve`;
    expect(refusedWith(await board.post(path, { revision: 1 }))).toEqual([412, 'version_mismatch']);
    const stale = await board.post(path, {}, { 'if-match': '"1"' });
    expect(refusedWith(stale)).toEqual([412, 'version_mismatch']);
    expect((await board.post(path, { revision: 2 })).status).toBe(200);
    expect(await agentOf(agentId)).toMatchObject({ status: 'idle', budgetMonthlyCents: 45_000 });
  });
});

describe("the CEO's strategy", () => {
  it('allows the CEO to work once the board has approved it', async () => {
    const { board } = world();
    const { id: ownId } = await createCompany(board);
    const ceo = await addAgentWithKey(world(), ownId, { role: 'ceo' });
    const issue = await addIssue(ceo.caller, ownId, { assigneeAgentId: ceo.agent.id });
    const checkout = () =>
      ceo.caller.post(`/api/issues/${issue.id}/checkout`, {
        agentId: ceo.agent.id,
        expectedStatuses: ['todo'],
      });
    expect(refusedWith(await checkout())).toEqual([403, 'strategy_not_approved']);
    const ask = { companyId: ownId, type: 'approve_ceo_strategy' } as const;
    const planless = await ceo.caller.post(`/api/companies/${ownId}/approvals`, {
      type: ask.type,
      payload: {},
    });
    expect(refusedWith(planless)).toEqual([400, 'invalid_input']);
    const first = await ceo.caller.call(approvals, 'createApproval', {
      ...ask,
      payload: { plan: 'Grow.' },
    });
    await board.call(approvals, 'rejectApproval', { approvalId: first.id });
    expect(refusedWith(await checkout())).toEqual([403, 'strategy_not_approved']);
    const second = await ceo.caller.call(approvals, 'createApproval', {
      ...ask,
      payload: { plan: 'Grow slowly.' },
    });
    await board.call(approvals, 'approveApproval', { approvalId: second.id });
    expect((await checkout()).status).toBe(200);
  });
});
