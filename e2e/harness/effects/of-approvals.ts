import { randomUUID } from 'node:crypto';
import { agents, approvals } from '@muster/contracts';
import { addAgent, askToJoin } from '../builders.ts';
import { aCost, aHire, assign, awake, claim, isIn, named, newAgent } from './ground.ts';
import type { Effect, Ground, Prepare } from './ground.ts';

export const ofApprovals: Readonly<Record<string, Prepare>> = {
  approveApproval: async (ground) => {
    const { agentId, path } = await hire(ground);
    return {
      act: () => ground.write.post(`${path}/approve`, {}),
      see: async () => await isIn(ground, `/api/agents/${agentId}`, { status: 'idle' }) &&
        await assign(ground, { assigneeAgentId: agentId }) === 201,
    };
  },
  rejectApproval: async (ground) => ended(ground, 'reject'),
  cancelApproval: async (ground) => ended(ground, 'cancel'),
  requestRevision: async (ground) => {
    const { path, isWoken } = await asked(ground);
    return { act: () => ground.write.post(`${path}/request-revision`, {}), see: isWoken };
  },
  addApprovalComment: async (ground) => {
    const { path, isWoken } = await asked(ground);
    return { act: () => ground.write.post(`${path}/comments`, { body: 'Why?' }), see: isWoken };
  },
  resubmitApproval: async (ground) => {
    const { agentId, path } = await hire(ground);
    await ground.world.board.post(`${path}/request-revision`, {});
    const title = named('Engineer');
    return {
      act: () => ground.write.post(`${path}/resubmit`, { payload: { title } }),
      see: () => isIn(ground, `/api/agents/${agentId}`, { title }),
    };
  },
  recordCost: async (ground) => {
    const { id } = await newAgent(ground, 100);
    return {
      act: () => ground.write.post(
        `/api/companies/${ground.companyId}/cost-events`, aCost(id, 150)),
      see: async () => {
        const paused = { status: 'paused', pauseReason: 'budget' };
        return await isIn(ground, `/api/agents/${id}`, paused) && await claim(ground, id) === 403;
      },
    };
  },
  approveJoinRequest: async ({ world, companyId, write, door }) => {
    const guest = await askToJoin(world, companyId, { agentName: named('Guest') });
    const { joinRequestId, claimSecret } = guest;
    return {
      act: () => write.post(`/api/companies/${companyId}/join-requests/${joinRequestId}/approve`),
      see: async () => {
        const path = `/api/join-requests/${joinRequestId}/claim-api-key`;
        const { body } = await door.as().post(path, { claimSecret });
        const { token } = body as { token: string };
        return (await door.as(token).get('/api/agents/me')).status === 200;
      },
    };
  },
  createSecret: async (ground) => {
    const { path } = await revising(ground);
    const name = newSecret();
    return {
      act: () => ground.write.post(`/api/companies/${ground.companyId}/secrets`, {
        name, value: 'a value',
      }),
      see: async () => await referTo(ground, path, name) === 200,
    };
  },
  deleteSecret: async (ground) => {
    const { companyId } = ground;
    const { path } = await revising(ground);
    const name = newSecret();
    const { id } = await ground.world.board.call(agents, 'createSecret', {
      companyId, name, value: 'a value',
    });
    return {
      act: () => ground.write.delete(`/api/companies/${companyId}/secrets/${id}`),
      see: async () => await referTo(ground, path, name) === 404,
    };
  },
};

async function hire({ world, companyId }: Ground): Promise<{ agentId: string; path: string }> {
  const { agent, approval } = await world.board.call(agents, 'hireAgent', {
    companyId, ...aHire(),
  });
  return { agentId: agent.id, path: `/api/approvals/${approval?.id}` };
}

async function ended(ground: Ground, verb: 'reject' | 'cancel'): Promise<Effect> {
  const { agentId, path } = await hire(ground);
  return {
    act: () => ground.write.post(`${path}/${verb}`, {}),
    see: () => isIn(ground, `/api/agents/${agentId}`, { status: 'terminated' }),
  };
}

/** Asked in the name of an agent that can be woken. */
async function asked({ world: { board }, companyId, read }: Ground) {
  const { id: agentId } = await addAgent(board, companyId, awake);
  const { id } = await board.call(approvals, 'createApproval', {
    companyId, type: 'request_board_approval', payload: {}, requestedByAgentId: agentId,
  });
  const isWoken = async (): Promise<boolean> => {
    const { body } = await read.get(
      `/api/companies/${companyId}/heartbeat-runs?agentId=${agentId}`);
    return (body as unknown[]).length === 1;
  };
  return { path: `/api/approvals/${id}`, isWoken };
}

async function revising(ground: Ground): Promise<{ path: string }> {
  const { path } = await hire(ground);
  await ground.world.board.post(`${path}/request-revision`, {});
  return { path };
}

const newSecret = (): string => `secret-${randomUUID()}`;

/** What the approvals service says to a revised hire that refers to the secret. */
async function referTo({ read }: Ground, path: string, name: string): Promise<number> {
  const payload = { adapterConfig: { env: { KEY: { secretRef: name } } } };
  return (await read.post(`${path}/resubmit`, { payload })).status;
}
