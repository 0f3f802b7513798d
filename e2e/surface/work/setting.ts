/** What the rows begin with: a company at work, and others that differ from it. */
import { agents, approvals, gateway, issues, scheduler } from '@muster/contracts';
import type { Caller } from '../../harness/api.ts';
import { addIssue, addMember, foundCompany } from '../../harness/builders.ts';
import { foundCrew } from '../../harness/crew.ts';
import { addHolder } from '../../harness/holders.ts';
import { inLanes } from '../../harness/lanes.ts';
import type { World } from '../../harness/stack.ts';
import { until } from '../../harness/until.ts';
import type { Who } from './row.ts';

export type Known = Readonly<Record<string, unknown>>;
export type Setting = {
  readonly callers: Readonly<Record<Who, Caller>>;
  /** By the names of the rows: records, or ids alone. */
  readonly known: Known;
};

/** More than one comment wakes. */
const SLEEPERS = 21;
const LANES = 4;

export async function openSetting(world: World): Promise<Setting> {
  const { board, api } = world;
  const crew = await foundCrew(world);
  const una = await addHolder(world, crew.company.id, { role: 'operator', name: 'Una Two' });
  const [zoe, art, pam, fay, leo] = [
    await foreign(world), await archived(world), await paused(world), await free(world),
    await led(world),
  ];
  return {
    callers: {
      ...crew.callers, board, una: api.as(una.token), nobody: api.as(), ...zoe.callers,
      ...art.callers, ...pam.callers, ...fay.callers, ...leo.callers,
    },
    known: {
      company: crew.company, ...crew.agents, boardUser: crew.users.board, una: una.userId,
      ...(await plans(board, crew.company.id)), ...(await wakeful(board, crew.company.id)),
      approval: await ask(crew.callers.ann, crew.company.id),
      ...zoe.known, ...art.known, ...pam.known, ...fay.known, ...leo.known,
    },
  };
}

const ask = (caller: Caller, companyId: string) =>
  caller.call(approvals, 'createApproval', {
    companyId, type: 'request_board_approval', payload: { title: 'May we?' },
  });

async function plans(board: Caller, companyId: string) {
  return {
    label: await board.call(issues, 'createLabel', { companyId, name: 'Blue', color: '#0000ff' }),
    goal: await board.call(issues, 'createGoal', { companyId, title: 'Win' }),
    project: await board.call(issues, 'createProject', {
      companyId, name: 'Ship', workspace: { cwd: '/srv/ship' },
    }),
  };
}

/** Agents that wake: they fetch their wakes themselves, so that nothing is started. */
async function wakeful(board: Caller, companyId: string) {
  const remote = (name: string) =>
    board.call(agents, 'createAgent', { companyId, name, adapterType: 'remote' });
  await inLanes(SLEEPERS, LANES, async (index) => {
    await remote(`Wake ${index + 1}`);
  });
  return { rae: await remote('Rae'), ...(await ended(board, companyId)) };
}

/** A run of a process that was started here. */
async function ended(board: Caller, companyId: string) {
  const lee = await board.call(agents, 'createAgent', {
    companyId, name: 'Lee', adapterConfig: { command: process.execPath, args: ['-e', ''] },
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
  const { id: companyId } = await foundCompany(board);
  const { agent, caller } = await addMember(world, companyId, { name: 'Zoe' });
  const { label, goal, project } = await plans(board, companyId);
  return {
    callers: { zoe: caller },
    known: {
      foreign: companyId, zoe: agent, zoeIssue: await addIssue(board, companyId), zoeLabel: label,
      zoeGoal: goal, zoeProject: project, zoeApproval: await ask(caller, companyId),
    },
  };
}

async function archived(world: World) {
  const { board } = world;
  const { id: companyId } = await foundCompany(board);
  const { agent, caller } = await addMember(world, companyId, { name: 'Art' });
  const oldIssue = await addIssue(board, companyId);
  await board.call(agents, 'updateCompany', { companyId, status: 'archived' });
  return { callers: { art: caller }, known: { archived: companyId, art: agent, oldIssue } };
}

async function paused(world: World) {
  const { board } = world;
  const { id: companyId } = await foundCompany(board);
  const { agent, caller } = await addMember(world, companyId, { name: 'Pam' });
  const restingIssue = await addIssue(board, companyId, { assigneeAgentId: agent.id });
  await board.call(agents, 'updateCompany', { companyId, status: 'paused' });
  return { callers: { pam: caller }, known: { paused: companyId, pam: agent, restingIssue } };
}

/** No review is required, and Fay has work of every kind. */
async function free(world: World) {
  const { board } = world;
  const { id: companyId } = await foundCompany(board, { reviewRequired: false });
  const { agent, caller } = await addMember(world, companyId, { name: 'Fay' });
  const give = (fields: object) =>
    addIssue(board, companyId, { assigneeAgentId: agent.id, ...fields });
  await give({ status: 'backlog' });
  await give({ status: 'in_review' });
  await give({ status: 'done' });
  return {
    callers: { fay: caller },
    known: {
      free: companyId, fay: agent,
      fayBlocked: await give({ status: 'blocked', priority: 'critical' }),
      fayTodo: await give({}), fayHigh: await give({ priority: 'high' }),
      fayInProgress: await give({ status: 'in_progress', title: 'Now', priority: 'low' }),
    },
  };
}

/** The board has approved a strategy. */
async function led(world: World) {
  const crew = await foundCrew(world, { strategyApproved: true });
  return {
    callers: { leo: crew.callers.cleo },
    known: { led: crew.company, leo: crew.agents.cleo },
  };
}
