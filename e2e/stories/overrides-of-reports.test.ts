/** For whose budget an agent asks the board: its own and that of its reports. */
import { approvals } from '@muster/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  addAgent,
  addAgentWithKey,
  createCompany,
  type AgentWithKey,
} from '../fixtures/builders.ts';
import { useSharedWorld } from '../world/use-world.ts';

const world = useSharedWorld();
const unknownId = '019aa000-0000-7000-8000-00000000dead';
let companyId: string;
let manager: AgentWithKey;
let reportOfReportId: string;
let peerId: string;
beforeAll(async () => {
  const { board } = world();
  ({ id: companyId } = await createCompany(board));
  manager = await addAgentWithKey(world(), companyId, {});
  const { id: reportsTo } = await addAgent(board, companyId, { reportsTo: manager.agent.id });
  ({ id: reportOfReportId } = await addAgent(board, companyId, { reportsTo }));
  ({ id: peerId } = await addAgent(board, companyId));
});

const overrideOf = (agentId?: string, amountCents = 500) => ({
  type: 'budget_override_required' as const,
  payload: { amountCents, ...(agentId && { agentId }) },
});
const ask = (agentId?: string) =>
  manager.caller.post(`/api/companies/${companyId}/approvals`, overrideOf(agentId));
const notYourReport = { status: 403, body: { code: 'not_your_report' } };

describe('an agent that asks for a larger budget', () => {
  it('asks for itself, and for an agent below it', async () => {
    for (const agentId of [undefined, manager.agent.id, reportOfReportId]) {
      expect(await ask(agentId)).toMatchObject({ status: 201, body: { status: 'pending' } });
    }
    const uppercase = manager.agent.id.toUpperCase();
    expect(await ask(uppercase)).toMatchObject({ status: 201 });
  });

  it('is refused for an agent that does not report to it', async () => {
    for (const agentId of [peerId, peerId.toUpperCase()]) {
      expect(await ask(agentId)).toMatchObject(notYourReport);
    }
  });

  it('is told that an agent of another company does not exist', async () => {
    const other = await createCompany(world().board);
    const { id: foreignId } = await addAgent(world().board, other.id);
    for (const agentId of [foreignId, unknownId]) {
      expect(await ask(agentId)).toMatchObject({
        status: 404,
        body: { code: 'agent_not_found', details: { field: 'payload.agentId' } },
      });
    }
  });

  it('may name any agent in a request that raises no budget', async () => {
    const request = { type: 'request_board_approval', payload: { agentId: peerId } };
    expect(
      await manager.caller.post(`/api/companies/${companyId}/approvals`, request),
    ).toMatchObject({ status: 201 });
  });
});

describe('an agent that revises its request for a larger budget', () => {
  const resubmit = (approvalId: string, payload: object) =>
    manager.caller.post(`/api/approvals/${approvalId}/resubmit`, { payload });
  const givenRevision = async (approvalId: string) => {
    await world().board.call(approvals, 'requestRevision', { approvalId });
    return approvalId;
  };

  it('cannot turn it into one for an agent that does not report to it', async () => {
    const { caller } = manager;
    const own = await caller.call(approvals, 'createApproval', { companyId, ...overrideOf() });
    const approvalId = await givenRevision(own.id);
    expect(await resubmit(approvalId, overrideOf(peerId).payload)).toMatchObject(notYourReport);
    const { payload } = overrideOf(reportOfReportId);
    expect(await resubmit(approvalId, payload)).toMatchObject({ status: 200, body: { payload } });
  });

  it('keeps the agent for which the board asked in its name', async () => {
    const asked = await world().board.call(approvals, 'createApproval', {
      companyId,
      requestedByAgentId: manager.agent.id,
      ...overrideOf(peerId),
    });
    const approvalId = await givenRevision(asked.id);
    const { payload } = overrideOf(peerId, 300);
    expect(await resubmit(approvalId, payload)).toMatchObject({ status: 200, body: { payload } });
  });
});
