/**
 * The main job from hire to booked cost, with a real agent process. The board of this story is a
 * careful client: it repeats what got no answer, so the story may be disturbed at any step.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agents, approvals, issues, scheduler } from '@muster/contracts';
import { addMember } from './builders.ts';
import type { World } from './stack.ts';
import { insist, until } from './until.ts';

/** Each names what happens next; at `working` the agent has claimed its issue and waits. */
export type Step = 'hiring' | 'approving' | 'assigning' | 'working' | 'mentioning';

export type Cast = {
  companyId: string;
  engineerId: string;
  approvalId: string;
  issueId: string;
};

const program = fileURLToPath(new URL('../fixtures/agent.ts', import.meta.url));

export type StoryOptions = {
  companyId: string;
  onStep?: (step: Step) => Promise<void> | void;
};

export async function playStory(
  world: World,
  { companyId, onStep = () => undefined }: StoryOptions,
): Promise<Cast> {
  const { board, folder } = world;
  const cwd = join(folder, 'agents', companyId);
  mkdirSync(cwd, { recursive: true });
  const chief = await addMember(world, companyId, { name: 'Ada', role: 'ceo' });

  await onStep('hiring');
  const hire = { companyId, name: 'Grace Hopper', ...heartbeatIn(cwd), reportsTo: chief.agent.id };
  const hired = await insist((headers) => chief.caller.call(agents, 'hireAgent', hire, headers));
  const engineerId = hired.agent.id;
  const approvalId = hired.approval?.id ?? '';

  await until('the approval of the hire', () =>
    board.call(approvals, 'getApproval', { approvalId }));
  await onStep('approving');
  await insist((headers) =>
    board.call(approvals, 'approveApproval', { approvalId, decisionNote: 'Welcome.' }, headers));
  await until('an idle engineer', () => statusOf(world, engineerId, 'idle'));

  await onStep('assigning');
  const issueId = await assign(world, companyId, engineerId);
  await until('a comment of the agent at work', () => commentsOf(world, issueId, engineerId, 1));
  await onStep('working');
  writeFileSync(join(cwd, 'open'), '');
  await until('an issue in review', () => issueIn(world, issueId, 'in_review'));

  await onStep('mentioning');
  const body = '@grace hopper well done. Please close it.';
  await insist((headers) => board.call(issues, 'addComment', { issueId, body }, headers));
  await until('a done issue', () => issueIn(world, issueId, 'done'));
  await until('an engineer at rest', () => atRest(world, companyId, engineerId));
  return { companyId, engineerId, approvalId, issueId };
}

const heartbeatIn = (cwd: string) => ({
  adapterType: 'process' as const,
  adapterConfig: { command: process.execPath, args: [program], cwd },
});

/** Until every service knows the new agent, an assignment to it may be refused. */
function assign({ board }: World, companyId: string, engineerId: string): Promise<string> {
  const headers = { 'idempotency-key': `assign-${companyId}` };
  const issue = {
    companyId, title: 'Count the lines', status: 'todo' as const, assigneeAgentId: engineerId,
  };
  return until('an assigned issue', async () =>
    (await board.call(issues, 'createIssue', issue, headers)).id);
}

async function statusOf({ board }: World, agentId: string, status: string) {
  const agent = await board.call(agents, 'getAgent', { agentId });
  return agent.status === status ? agent : undefined;
}

async function issueIn({ board }: World, issueId: string, status: string) {
  const issue = await board.call(issues, 'getIssue', { issueId });
  return issue.status === status ? issue : undefined;
}

async function commentsOf({ board }: World, issueId: string, agentId: string, atLeast: number) {
  const comments = await board.call(issues, 'listComments', { issueId });
  const own = comments.filter(({ authorAgentId }) => authorAgentId === agentId);
  return own.length >= atLeast ? own : undefined;
}

/** No run of it is left to start or to end, and it has got the news. */
async function atRest(world: World, companyId: string, agentId: string) {
  const runs = await world.board.call(scheduler, 'listRuns', { companyId, agentId });
  const isLive = ({ status }: { status: string }) => status === 'queued' || status === 'running';
  if (runs.length === 0 || runs.some(isLive)) return undefined;
  return statusOf(world, agentId, 'idle');
}

