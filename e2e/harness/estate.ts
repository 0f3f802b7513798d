/** One of everything that an id can name, in a company of its own. */
import { randomUUID } from 'node:crypto';
import { agents, approvals, gateway, issues, scheduler } from '@muster/contracts';
import { addIssue, addMember, askToJoin, foundCompany, inviteAgent } from './builders.ts';
import type { Member } from './builders.ts';
import type { Thing } from './inputs/things.ts';
import { addHolder } from './holders.ts';
import type { Holder } from './holders.ts';
import type { World } from './stack.ts';
import { until } from './until.ts';
import { addWebhook } from './webhooks.ts';

export type Ids = Readonly<Record<Thing, string>>;

export type Estate = {
  readonly companyId: string;
  /** What all names and texts of the company begin with. */
  readonly word: string;
  readonly ids: Ids;
  /** The other names of what has one. */
  readonly names: Readonly<Record<'agent' | 'issue', string>>;
  readonly chief: Member;
  /** The board user of the ids. */
  readonly owner: Holder;
};

export async function foundEstate(world: World, word: string): Promise<Estate> {
  const { board } = world;
  const { id: companyId } = await foundCompany(board, { name: `${word} Ltd`, description: word });
  const chief = await addMember(world, companyId, { name: `${word} Chief`, role: 'ceo' });
  const owner = await addHolder(world, companyId, { role: 'owner', name: `${word} Owner` });
  const ids = {
    company: companyId,
    ...(await plan(world, companyId, word)),
    ...(await staff(world, chief, word)),
    ...(await work(chief, companyId, word)),
    ...(await guests(world, companyId, word)),
    user: owner.userId,
    boardToken: owner.tokenId,
    session: owner.sessionId,
  };
  const { urlKey } = await board.call(agents, 'getAgent', { agentId: ids.agent });
  const { identifier } = await board.call(issues, 'getIssue', { issueId: ids.issue });
  const names = { agent: urlKey, issue: identifier };
  return { companyId, word, ids, names, chief, owner };
}

async function plan({ board }: World, companyId: string, word: string) {
  const named = { companyId, name: `${word} name` };
  const label = await board.call(issues, 'createLabel', { ...named, color: '#00ff00' });
  const goal = await board.call(issues, 'createGoal', { companyId, title: `${word} goal` });
  const project = await board.call(issues, 'createProject', {
    ...named, description: word, workspace: { cwd: `/srv/${word}` },
  });
  const workspace = project.primaryWorkspace?.id ?? '';
  return { label: label.id, goal: goal.id, project: project.id, workspace };
}

/** The agent of the ids is not the chief: what is done to it is done to somebody else. */
async function staff(world: World, { agent: chief }: Member, word: string) {
  const { board } = world;
  const { agent: { id: agentId }, token } = await addMember(world, chief.companyId, {
    name: `${word} Worker`, title: word, reportsTo: chief.id,
  });
  await world.api.as(token).get('/api/agents/me');
  const key = await board.call(gateway, 'createAgentKey', { agentId, name: `${word} key` });
  const [revision] = await board.call(agents, 'listConfigRevisions', { agentId });
  const ended = await endedRun(world, chief.companyId, word);
  return { agent: agentId, key: key.id, revision: revision?.id ?? '', ...ended };
}

/** A run that has said something, and the wake-up that it was for. */
async function endedRun({ board }: World, companyId: string, word: string) {
  const { id: agentId } = await board.call(agents, 'createAgent', {
    companyId, name: `${word} Runner`, adapterConfig: { command: 'echo', args: [word] },
  });
  const woken = await board.call(scheduler, 'wakeAgent', { agentId });
  if (!('id' in woken)) throw new Error(`skipped: ${woken.reason}`);
  const { id: runId, context } = woken;
  await until('the end of a run', async () => {
    const { finishedAt } = await board.call(scheduler, 'getRun', { runId });
    return finishedAt === null ? undefined : true;
  });
  const [wake] = context['wakes'] as { id: string }[];
  return { run: runId, wake: wake?.id ?? '' };
}

async function work({ caller }: Member, companyId: string, word: string) {
  const { id: issueId } = await addIssue(caller, companyId, {
    title: `${word} issue`, description: word,
  });
  const comment = await caller.call(issues, 'addComment', { issueId, body: `${word} says so.` });
  const approval = await caller.call(approvals, 'createApproval', {
    companyId, type: 'request_board_approval', payload: { title: word }, issueIds: [issueId],
  });
  return { issue: issueId, comment: comment.id, approval: approval.id };
}

/** What is kept from others most of all, and who is about to come in. */
async function guests(world: World, companyId: string, word: string) {
  const { board } = world;
  const secret = await board.call(agents, 'createSecret', {
    companyId, name: `${word}-secret`, value: `${word} value`,
  });
  const invite = await inviteAgent(board, companyId);
  const joiner = await askToJoin(world, companyId, { agentName: `${word} Guest` });
  const { invitation } = await board.call(gateway, 'addMember', {
    companyId, name: `${word} Invited`, email: `${word.toLowerCase()}@example.com`,
  });
  const webhook = await addWebhook(board, companyId);
  const ping = await board.call(gateway, 'pingWebhook', { companyId, webhookId: webhook.id });
  return {
    webhook: webhook.id,
    delivery: ping.id,
    secret: secret.id,
    invite: invite.id,
    joinRequest: joiner.joinRequestId,
    userInvitation: invitation?.id ?? '',
  };
}

/** Ids of the same kinds that name nothing. */
export const nobodys = (ids: Ids): Ids =>
  Object.fromEntries(Object.keys(ids).map((thing) => [thing, randomUUID()])) as Ids;
