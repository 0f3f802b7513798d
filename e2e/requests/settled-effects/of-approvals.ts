import { randomUUID } from 'node:crypto';
import { agents, approvals, billing } from '@muster/contracts';
import { addAgent, askToJoin } from '../../fixtures/builders.ts';
import {
  aCost,
  aHire,
  assign,
  wakeable,
  claim,
  isIn,
  named,
  newAgent,
  type Effect,
  type EffectFixture,
  type Prepare,
} from './fixture.ts';

export const ofApprovals: Readonly<Record<string, Prepare>> = {
  approveApproval: async (fixture) => {
    const { agentId, path } = await hire(fixture);
    return {
      write: () => fixture.write.post(`${path}/approve`, {}),
      isVisible: async () =>
        (await isIn(fixture, `/api/agents/${agentId}`, { status: 'idle' })) &&
        (await assign(fixture, { assigneeAgentId: agentId })) === 201,
    };
  },
  rejectApproval: async (fixture) => ended(fixture, 'reject'),
  cancelApproval: async (fixture) => ended(fixture, 'cancel'),
  requestRevision: async (fixture) => {
    const { path, isWoken } = await approvalOfWakeableAgent(fixture);
    return { write: () => fixture.write.post(`${path}/request-revision`, {}), isVisible: isWoken };
  },
  addApprovalComment: async (fixture) => {
    const { path, isWoken } = await approvalOfWakeableAgent(fixture);
    return {
      write: () => fixture.write.post(`${path}/comments`, { body: 'Why?' }),
      isVisible: isWoken,
    };
  },
  resubmitApproval: async (fixture) => {
    const { agentId, path } = await hire(fixture);
    await fixture.world.board.post(`${path}/request-revision`, {});
    const title = named('Engineer');
    return {
      write: () => fixture.write.post(`${path}/resubmit`, { payload: { title } }),
      isVisible: () => isIn(fixture, `/api/agents/${agentId}`, { title }),
    };
  },
  recordCost: async (fixture) => {
    const { id } = await newAgent(fixture, 100);
    return {
      write: () =>
        fixture.write.post(`/api/companies/${fixture.companyId}/cost-events`, aCost(id, 150)),
      isVisible: async () => {
        const paused = { status: 'paused', pauseReason: 'budget' };
        return (
          (await isIn(fixture, `/api/agents/${id}`, paused)) && (await claim(fixture, id)) === 403
        );
      },
    };
  },
  'recordCost, within the budget': async (fixture) => {
    const { id } = await newAgent(fixture, 1_000);
    return {
      write: () =>
        fixture.write.post(`/api/companies/${fixture.companyId}/cost-events`, aCost(id, 150)),
      isVisible: () => isIn(fixture, `/api/agents/${id}`, { spentMonthlyCents: 150 }),
    };
  },
  voidCost: async (fixture) => {
    const { companyId, world } = fixture;
    const { id } = await newAgent(fixture, 100);
    const cost = await world.board.call(billing, 'recordCost', {
      companyId,
      ...aCost(id, 150),
    });
    const path = `/api/companies/${companyId}/cost-events/${cost.id}/void`;
    return {
      write: () => fixture.write.post(path, { reason: 'booked twice' }),
      isVisible: async () =>
        (await isIn(fixture, `/api/agents/${id}`, { status: 'idle', spentMonthlyCents: 0 })) &&
        (await claim(fixture, id)) === 200,
    };
  },
  approveJoinRequest: async ({ world, companyId, write, readClient }) => {
    const guest = await askToJoin(world, companyId, { agentName: named('Guest') });
    const { joinRequestId, claimSecret } = guest;
    return {
      write: () => write.post(`/api/companies/${companyId}/join-requests/${joinRequestId}/approve`),
      isVisible: async () => {
        const path = `/api/join-requests/${joinRequestId}/claim-api-key`;
        const { body } = await readClient.as().post(path, { claimSecret });
        const { token } = body as { token: string };
        return (await readClient.as(token).get('/api/agents/me')).status === 200;
      },
    };
  },
  createSecret: async (fixture) => {
    const { path } = await revising(fixture);
    const name = newSecret();
    return {
      write: () =>
        fixture.write.post(`/api/companies/${fixture.companyId}/secrets`, {
          name,
          value: 'a value',
        }),
      isVisible: async () => (await referTo(fixture, path, name)) === 200,
    };
  },
  deleteSecret: async (fixture) => {
    const { companyId } = fixture;
    const { path } = await revising(fixture);
    const name = newSecret();
    const { id } = await fixture.world.board.call(agents, 'createSecret', {
      companyId,
      name,
      value: 'a value',
    });
    return {
      write: () => fixture.write.delete(`/api/companies/${companyId}/secrets/${id}`),
      isVisible: async () => (await referTo(fixture, path, name)) === 404,
    };
  },
};

async function hire({
  world,
  companyId,
}: EffectFixture): Promise<{ agentId: string; path: string }> {
  const { agent, approval } = await world.board.call(agents, 'hireAgent', {
    companyId,
    ...aHire(),
  });
  return { agentId: agent.id, path: `/api/approvals/${approval?.id}` };
}

async function ended(fixture: EffectFixture, verb: 'reject' | 'cancel'): Promise<Effect> {
  const { agentId, path } = await hire(fixture);
  return {
    write: () => fixture.write.post(`${path}/${verb}`, {}),
    isVisible: () => isIn(fixture, `/api/agents/${agentId}`, { status: 'terminated' }),
  };
}

/** An approval requested by an agent that can be woken. */
async function approvalOfWakeableAgent({ world: { board }, companyId, read }: EffectFixture) {
  const { id: agentId } = await addAgent(board, companyId, wakeable);
  const { id } = await board.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: {},
    requestedByAgentId: agentId,
  });
  const isWoken = async (): Promise<boolean> => {
    const { body } = await read.get(
      `/api/companies/${companyId}/heartbeat-runs?agentId=${agentId}`,
    );
    return (body as unknown[]).length === 1;
  };
  return { path: `/api/approvals/${id}`, isWoken };
}

async function revising(fixture: EffectFixture): Promise<{ path: string }> {
  const { path } = await hire(fixture);
  await fixture.world.board.post(`${path}/request-revision`, {});
  return { path };
}

const newSecret = (): string => `secret-${randomUUID()}`;

/** Status of the approvals service's answer to a revised hire that refers to the secret. */
async function referTo({ read }: EffectFixture, path: string, name: string): Promise<number> {
  const payload = { adapterConfig: { env: { KEY: { secretRef: name } } } };
  return (await read.post(`${path}/resubmit`, { payload })).status;
}
