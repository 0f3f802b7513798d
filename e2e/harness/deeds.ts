/**
 * Every operation that writes, done once through the API. A new one is added here: the stories hold
 * this list against the contracts.
 */
import { randomUUID } from 'node:crypto';
import { agents, approvals, gateway, scheduler } from '@muster/contracts';
import type { Agent } from '@muster/contracts';
import type { Reply } from './api.ts';
import { addAgent, addIssue, addMember, asleep, foundCompany } from './builders.ts';
import type { Member } from './builders.ts';
import type { World } from './stack.ts';
import { until } from './until.ts';

/** A company with a CEO, in which deeds are done. */
export type Scene = { world: World; companyId: string; chief: Member };

export async function openScene(world: World): Promise<Scene> {
  const { id: companyId } = await foundCompany(world.board);
  const chief = await addMember(world, companyId, { name: 'Ada', role: 'ceo' });
  return { world, companyId, chief };
}

type Deed = (scene: Scene) => Promise<Reply>;

const at = ({ companyId }: Scene, things: string): string =>
  `/api/companies/${companyId}/${things}`;
const ofAgent = async (scene: Scene, rest = ''): Promise<string> =>
  `/api/agents/${(await newAgent(scene)).id}${rest && `/${rest}`}`;
const ofIssue = async (scene: Scene, rest = ''): Promise<string> =>
  `/api/issues/${await newIssue(scene)}${rest && `/${rest}`}`;

const ofAgents: Record<string, Deed> = {
  createCompany: ({ world }) => world.board.post('/api/companies', { name: 'Another' }),
  updateCompany: ({ world, companyId }) =>
    world.board.patch(`/api/companies/${companyId}`, { description: 'Makes things.' }),
  createAgent: (scene) =>
    scene.world.board.post(at(scene, 'agents'), { name: 'Bob', runtimeConfig: asleep }),
  hireAgent: (scene) =>
    scene.chief.caller.post(at(scene, 'agent-hires'), { name: 'Eve', runtimeConfig: asleep }),
  updateAgent: async (scene) =>
    scene.world.board.patch(await ofAgent(scene), { title: 'Engineer' }),
  updateAgentBudget: async (scene) =>
    scene.world.board.patch(await ofAgent(scene, 'budgets'), { budgetMonthlyCents: 500 }),
  pauseAgent: async (scene) => scene.world.board.post(await ofAgent(scene, 'pause')),
  resumeAgent: async (scene) => {
    const { board } = scene.world;
    const { id: agentId } = await newAgent(scene);
    await board.call(agents, 'pauseAgent', { agentId });
    return board.post(`/api/agents/${agentId}/resume`);
  },
  terminateAgent: async (scene) => scene.world.board.post(await ofAgent(scene, 'terminate')),
  setInstructionsPath: async (scene) => scene.world.board.patch(
    await ofAgent(scene, 'instructions-path'), { path: '/srv/instructions.md' },
  ),
  rollBackConfig: async (scene) => {
    const { board } = scene.world;
    const { id: agentId } = await newAgent(scene);
    await board.call(agents, 'updateAgent', { agentId, title: 'Engineer' });
    const revisions = await board.call(agents, 'listConfigRevisions', { agentId });
    const first = revisions.at(-1)?.id;
    return board.post(`/api/agents/${agentId}/config-revisions/${first}/rollback`);
  },
};

const ofIssues: Record<string, Deed> = {
  createIssue: (scene) =>
    scene.chief.caller.post(at(scene, 'issues'), { title: 'Plan the year' }),
  updateIssue: async (scene) =>
    scene.world.board.patch(await ofIssue(scene), { title: 'Other' }),
  checkoutIssue: async (scene) => {
    const { agent, caller } = await addMember(scene.world, scene.companyId);
    const claim = { agentId: agent.id, expectedStatuses: ['todo'] };
    return caller.post(await ofIssue(scene, 'checkout'), claim);
  },
  releaseIssue: async (scene) => {
    const { agent, caller } = await addMember(scene.world, scene.companyId);
    const issueId = await newIssue(scene);
    const claim = { agentId: agent.id, expectedStatuses: ['todo'] };
    await caller.post(`/api/issues/${issueId}/checkout`, claim);
    return caller.post(`/api/issues/${issueId}/release`);
  },
  addComment: async (scene) =>
    scene.chief.caller.post(await ofIssue(scene, 'comments'), { body: 'Noted.' }),
};

const ofApprovals: Record<string, Deed> = {
  createApproval: (scene) => scene.chief.caller.post(at(scene, 'approvals'), {
    type: 'approve_ceo_strategy', payload: { plan: 'Grow.' },
  }),
  approveApproval: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/approve`, {}),
  rejectApproval: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/reject`, {}),
  requestRevision: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/request-revision`, {}),
  resubmitApproval: async (scene) => {
    const approval = await ofHire(scene);
    await scene.world.board.post(`${approval}/request-revision`, {});
    return scene.chief.caller.post(`${approval}/resubmit`, {});
  },
  cancelApproval: async (scene) =>
    scene.chief.caller.post(`${await ofHire(scene)}/cancel`, {}),
  addApprovalComment: async (scene) =>
    scene.world.board.post(`${await ofHire(scene)}/comments`, { body: 'Why now?' }),
};

const ofTheRest: Record<string, Deed> = {
  createAgentKey: ({ chief }) =>
    chief.caller.post(`/api/agents/${chief.agent.id}/keys`, { name: 'Second' }),
  revokeAgentKey: async ({ world, chief }) => {
    const { id: agentId } = chief.agent;
    const key = await world.board.call(gateway, 'createAgentKey', { agentId });
    return world.board.delete(`/api/agents/${agentId}/keys/${key.id}`);
  },
  recordCost: (scene) => scene.chief.caller.post(at(scene, 'cost-events'), {
    agentId: scene.chief.agent.id, costCents: 5, provider: 'test', model: 'test',
  }),
  wakeAgent: async ({ world, companyId }) => {
    const fields = { adapterConfig: { command: 'true' }, runtimeConfig: {} };
    const { id } = await addAgent(world.board, companyId, fields);
    return world.board.post(`/api/agents/${id}/wakeup`, {});
  },
  cancelRun: async (scene) =>
    scene.world.board.post(`/api/heartbeat-runs/${await liveRun(scene)}/cancel`),
};

export const deeds: Record<string, Deed> = {
  ...ofAgents, ...ofIssues, ...ofApprovals, ...ofTheRest,
};

const newAgent = ({ world, companyId }: Scene): Promise<Agent> =>
  addAgent(world.board, companyId, { adapterType: 'alpha_local' });

const newIssue = async ({ world, companyId }: Scene): Promise<string> =>
  (await addIssue(world.board, companyId)).id;

/** The path of a hire's approval. */
async function ofHire(scene: Scene): Promise<string> {
  const { body } = await scene.chief.caller.post(at(scene, 'agent-hires'), {
    name: `Hire ${randomUUID()}`, runtimeConfig: asleep,
  });
  const approvalId = (body as { approval: { id: string } }).approval.id;
  await scene.world.board.call(approvals, 'getApproval', { approvalId });
  return `/api/approvals/${approvalId}`;
}

async function liveRun({ world: { board }, companyId }: Scene): Promise<string> {
  const { id: agentId } = await addAgent(board, companyId, {
    adapterConfig: { command: 'sleep', args: ['60'], graceSec: 1 }, runtimeConfig: {},
  });
  const run = await board.call(scheduler, 'wakeAgent', { agentId });
  const runId = 'id' in run ? run.id : '';
  await until('a live run', async () =>
    (await board.call(scheduler, 'getRun', { runId })).status === 'running' || undefined);
  return runId;
}
