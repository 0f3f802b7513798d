/** The companies of the rows: a company at work, and others in special states. */
import { agents, approvals, gateway, issues, scheduler } from '@muster/contracts';
import { until } from '@muster/test-kit';
import type { Caller } from '../../world/http-client.ts';
import { addAgent, addAgentWithKey, addIssue, createCompany } from '../../fixtures/builders.ts';
import { createTeam } from '../../fixtures/team.ts';
import { addTokenHolder } from '../../fixtures/token-holders.ts';
import { inParallel } from '../../world/in-parallel.ts';
import type { World } from '../../world/use-world.ts';
import type { Who } from './row.ts';

export type Known = Readonly<Record<string, unknown>>;
export interface WorkFixture {
  readonly callers: Readonly<Record<Who, Caller>>;
  /** Records or ids, by the names that rows use. */
  readonly known: Known;
}

/** One more than a comment wakes. */
const MENTIONABLE_AGENTS = 21;
const SETUP_CONCURRENCY = 4;

export async function openWorkFixture(world: World): Promise<WorkFixture> {
  const { board, api } = world;
  const team = await createTeam(world);
  const una = await addTokenHolder(world, team.company.id, { role: 'operator', name: 'Una Two' });
  const [zoe, art, pam, fay, leo] = [
    await foreign(world),
    await archived(world),
    await paused(world),
    await free(world),
    await led(world),
  ];
  return {
    callers: {
      ...team.callers,
      board,
      una: api.as(una.token),
      nobody: api.as(),
      ...zoe.callers,
      ...art.callers,
      ...pam.callers,
      ...fay.callers,
      ...leo.callers,
    },
    known: {
      company: team.company,
      ...team.agents,
      boardUser: team.users.board,
      una: una.userId,
      ...(await plans(board, team.company.id)),
      ...(await remoteAgents(board, team.company.id)),
      approval: await requestApproval(team.callers.ann, team.company.id),
      ...zoe.known,
      ...art.known,
      ...pam.known,
      ...fay.known,
      ...leo.known,
    },
  };
}

const requestApproval = (caller: Caller, companyId: string) =>
  caller.call(approvals, 'createApproval', {
    companyId,
    type: 'request_board_approval',
    payload: { title: 'May we?' },
  });

async function plans(board: Caller, companyId: string) {
  return {
    label: await board.call(issues, 'createLabel', { companyId, name: 'Blue', color: '#0000ff' }),
    goal: await board.call(issues, 'createGoal', { companyId, title: 'Win' }),
    project: await board.call(issues, 'createProject', {
      companyId,
      name: 'Ship',
      workspace: { cwd: '/srv/ship' },
    }),
  };
}

/** Remote agents: they fetch their wake-ups themselves, so that no process is started. */
async function remoteAgents(board: Caller, companyId: string) {
  const remote = (name: string) =>
    board.call(agents, 'createAgent', { companyId, name, adapterType: 'remote' });
  await inParallel(MENTIONABLE_AGENTS, SETUP_CONCURRENCY, async (index) => {
    await remote(`Wake ${index + 1}`);
  });
  return { rae: await remote('Rae'), ...(await agentWithRun(board, companyId)) };
}

/** An agent with a finished run of a local process. */
async function agentWithRun(board: Caller, companyId: string) {
  const lee = await board.call(agents, 'createAgent', {
    companyId,
    name: 'Lee',
    adapterConfig: { command: process.execPath, args: ['-e', 'console.log("done")'] },
  });
  const leeKey = await board.call(gateway, 'createAgentKey', { agentId: lee.id });
  const { body } = await board.post(`/api/agents/${lee.id}/wakeup`);
  const { id: runId } = body as { id: string };
  await until('the run has ended', async () => {
    const { status } = await board.call(scheduler, 'getRun', { runId });
    return status === 'succeeded' || undefined;
  });
  return { leeKey, leeRun: runId };
}

async function foreign(world: World) {
  const { board } = world;
  const { id: companyId } = await createCompany(board);
  const { agent, caller } = await addAgentWithKey(world, companyId, { name: 'Zoe' });
  const { label, goal, project } = await plans(board, companyId);
  return {
    callers: { zoe: caller },
    known: {
      foreign: companyId,
      zoe: agent,
      zoeIssue: await addIssue(board, companyId),
      zoeLabel: label,
      zoeGoal: goal,
      zoeProject: project,
      zoeApproval: await requestApproval(caller, companyId),
    },
  };
}

async function archived(world: World) {
  const { board } = world;
  const { id: companyId } = await createCompany(board);
  const { agent, caller } = await addAgentWithKey(world, companyId, { name: 'Art' });
  const oldIssue = await addIssue(board, companyId);
  await board.call(agents, 'updateCompany', { companyId, status: 'archived' });
  return { callers: { art: caller }, known: { archived: companyId, art: agent, oldIssue } };
}

async function paused(world: World) {
  const { board } = world;
  const { id: companyId } = await createCompany(board);
  const { agent, caller } = await addAgentWithKey(world, companyId, { name: 'Pam' });
  const restingIssue = await addIssue(board, companyId, { assigneeAgentId: agent.id });
  const other = await addAgent(board, companyId);
  const assigned = { assigneeAgentId: other.id, status: 'in_progress' } as const;
  const otherIssue = await addIssue(board, companyId, assigned);
  await board.call(agents, 'updateCompany', { companyId, status: 'paused' });
  return {
    callers: { pam: caller },
    known: { paused: companyId, pam: agent, restingIssue, otherIssue },
  };
}

/** A company without reviews, where Fay has issues in every status. */
async function free(world: World) {
  const { board } = world;
  const { id: companyId } = await createCompany(board, { reviewRequired: false });
  const { agent, caller } = await addAgentWithKey(world, companyId, { name: 'Fay' });
  const assign = (fields: object) =>
    addIssue(board, companyId, { assigneeAgentId: agent.id, ...fields });
  await assign({ status: 'backlog' });
  await assign({ status: 'in_review' });
  await assign({ status: 'done' });
  return {
    callers: { fay: caller },
    known: {
      free: companyId,
      fay: agent,
      fayBlocked: await assign({ status: 'blocked', priority: 'critical' }),
      fayTodo: await assign({}),
      fayHigh: await assign({ priority: 'high' }),
      fayInProgress: await assign({ status: 'in_progress', title: 'Now', priority: 'low' }),
    },
  };
}

/** A company with an approved strategy. */
async function led(world: World) {
  const team = await createTeam(world, { strategyApproved: true });
  return {
    callers: { leo: team.callers.cleo },
    known: { led: team.company, leo: team.agents.cleo },
  };
}
