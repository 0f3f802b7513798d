import { randomUUID } from 'node:crypto';
import {
  agents, composed, contracts, gateway, issues, pathParams, scheduler,
} from '@muster/contracts';
import type { Operation } from '@muster/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../harness/api.ts';
import type { Sent } from '../harness/api.ts';
import { addIssue, addMember, foundCompany } from '../harness/builders.ts';
import type { Member } from '../harness/builders.ts';
import { useWorld } from '../harness/stack.ts';
import { until } from '../harness/until.ts';

const world = useWorld();

/** What a path may name. */
type Ids = Record<'companyId' | 'agentId' | 'issueId' | 'commentId' | 'keyId' | 'runId' |
  'approvalId' | 'revisionId' | 'labelId' | 'projectId' | 'workspaceId' | 'goalId', string>;

let stranger: Member;
let own: Ids;
let foreign: Ids;

/** One of everything in a company of its own. */
async function settle(): Promise<{ member: Member; ids: Ids }> {
  const { board } = world();
  const { id: companyId } = await foundCompany(board);
  const member = await addMember(world(), companyId, { name: 'Ada', role: 'ceo' });
  const { agent: { id: agentId }, caller } = member;
  const { id: issueId } = await addIssue(caller, companyId);
  const comment = await caller.call(issues, 'addComment', { issueId, body: 'Hello.' });
  const key = await board.call(gateway, 'createAgentKey', { agentId });
  const asked = await caller.post(`/api/companies/${companyId}/approvals`, {
    type: 'request_board_approval', payload: { title: 'May I?' },
  });
  const runner = await addMember(world(), companyId, {
    adapterConfig: { command: 'true' }, runtimeConfig: {},
  });
  const woken = await board.call(scheduler, 'wakeAgent', { agentId: runner.agent.id });
  const label = await board.call(issues, 'createLabel', { companyId, name: 'A', color: '#00ff00' });
  const goal = await board.call(issues, 'createGoal', { companyId, title: 'Grow' });
  const project = await board.call(issues, 'createProject', {
    companyId, name: 'Plan', workspace: { cwd: '/srv/plan' },
  });
  const ids = {
    labelId: label.id, goalId: goal.id, projectId: project.id,
    workspaceId: project.primaryWorkspace?.id ?? '',
    companyId, agentId, issueId, commentId: comment.id, keyId: key.id,
    runId: 'id' in woken ? woken.id : '',
    approvalId: (asked.body as { id: string }).id,
    revisionId: (await board.call(agents, 'listConfigRevisions', { agentId }))[0]?.id ?? '',
  };
  return { member, ids };
}

beforeAll(async () => {
  const [here, there] = await Promise.all([settle(), settle()]);
  stranger = here.member;
  own = here.ids;
  foreign = there.ids;
  await until('a run to ask for', async () =>
    (await world().board.get(`/api/heartbeat-runs/${foreign.runId}`)).status === 200 || undefined);
});

const nobodys = (): Ids => {
  const ids = Object.keys(foreign).map((name) => [name, randomUUID()]);
  return Object.fromEntries(ids) as Ids;
};

/** A body that would be accepted at home, where a route needs one. */
const bodies: Record<string, () => object> = {
  createAgent: () => ({ name: 'Newcomer' }),
  hireAgent: () => ({ name: 'Newcomer' }),
  updateCompany: () => ({ name: 'Renamed' }),
  updateCompanyBudget: () => ({ budgetMonthlyCents: 1 }),
  updateAgentBudget: () => ({ budgetMonthlyCents: 1 }),
  setInstructionsPath: () => ({ path: '/srv/instructions.md' }),
  createIssue: () => ({ title: 'Planted' }),
  updateIssue: () => ({ title: 'Renamed' }),
  checkoutIssue: () => ({ agentId: stranger.agent.id, expectedStatuses: ['todo'] }),
  createLabel: () => ({ name: 'Planted', color: '#00ff00' }),
  createProject: () => ({ name: 'Planted' }),
  updateProject: () => ({ name: 'Renamed' }),
  createWorkspace: () => ({ cwd: '/srv/planted' }),
  updateWorkspace: () => ({ name: 'Renamed' }),
  createGoal: () => ({ title: 'Planted' }),
  updateGoal: () => ({ title: 'Renamed' }),
  addComment: () => ({ body: 'I was here.' }),
  addApprovalComment: () => ({ body: 'I was here.' }),
  linkIssueApproval: () => ({ approvalId: own.approvalId }),
  createApproval: () => ({ type: 'request_board_approval', payload: {} }),
  recordCost: () => ({
    agentId: stranger.agent.id, costCents: 1, provider: 'test', model: 'test',
  }),
};

/** Every operation with an id in its path. */
const routes = [...contracts.map(({ operations }) => operations), composed]
  .flatMap((operations) => Object.entries<Operation>(operations))
  .filter(([, operation]) => operation.http !== undefined && pathParams(operation).length > 0);

/** What an answer tells, without what is different in every answer. */
async function told(sent: Sent) {
  const { method, path, body } = sent;
  const { caller } = stranger;
  const reply = await {
    GET: () => caller.get(path),
    POST: () => caller.post(path, body),
    PATCH: () => caller.patch(path, body),
    DELETE: () => caller.delete(path),
  }[method]();
  const names = [...reply.headers.keys()].toSorted();
  const words = JSON.stringify({ ...(reply.body as object), requestId: '' });
  return { status: reply.status, names, length: reply.headers.get('content-length'), words };
}

const inputOf = (name: string, operation: Operation, ids: Partial<Ids>) => ({
  ...Object.fromEntries(pathParams(operation).map((param) => [param, ids[param as keyof Ids]])),
  ...bodies[name]?.(),
});

describe("another company's things do not exist", () => {
  test.each(routes)('%s: a foreign id is as unknown as a missing one', async (name, operation) => {
    expect(Object.keys(foreign)).toEqual(expect.arrayContaining(pathParams(operation)));
    const ofForeign = await told(requestOf(operation, inputOf(name, operation, foreign)));
    const ofMissing = await told(requestOf(operation, inputOf(name, operation, nobodys())));
    expect(ofMissing.status).toBe(404);
    expect(ofForeign).toEqual(ofMissing);
  });

  const nested = routes.filter(([, operation]) => pathParams(operation).length > 1);
  test.each(nested)('%s: also below a thing of its own', async (name, operation) => {
    const last = pathParams(operation).at(-1) as keyof Ids;
    const below = (ids: Ids) => inputOf(name, operation, { ...own, [last]: ids[last] });
    const ofForeign = await told(requestOf(operation, below(foreign)));
    const ofMissing = await told(requestOf(operation, below(nobodys())));
    expect(ofMissing.status).toBe(404);
    expect(ofForeign).toEqual(ofMissing);
  });

  const mentions = [
    ['the assignee of an issue', 'issues', (ids: Ids) => ({
      title: 'Lent', assigneeAgentId: ids.agentId,
    })],
    ['the project of an issue', 'issues', (ids: Ids) => ({
      title: 'Lost', projectId: ids.projectId,
    })],
    ['the goal of an issue', 'issues', (ids: Ids) => ({ title: 'Lost', goalId: ids.goalId })],
    ['a label of an issue', 'issues', (ids: Ids) => ({ title: 'Lost', labelIds: [ids.labelId] })],
    ['the parent of a goal', 'goals', (ids: Ids) => ({ title: 'Lost', parentId: ids.goalId })],
    ['the goal of a project', 'projects', (ids: Ids) => ({ name: 'Lost', goalIds: [ids.goalId] })],
    ['the parent of an issue', 'issues', (ids: Ids) => ({ title: 'Lost', parentId: ids.issueId })],
    ['the manager of a hire', 'agent-hires', (ids: Ids) => ({
      name: 'Double', reportsTo: ids.agentId,
    })],
    ['an issue of an approval', 'approvals', (ids: Ids) => ({
      type: 'request_board_approval', payload: {}, issueIds: [ids.issueId],
    })],
    ['the issue of a cost', 'cost-events', (ids: Ids) => ({
      agentId: stranger.agent.id, costCents: 1, provider: 'test', model: 'test',
      issueId: ids.issueId,
    })],
  ] as const;
  test.each(mentions)('%s: a foreign id in a body is unknown too', async (_, things, bodyWith) => {
    const path = `/api/companies/${own.companyId}/${things}`;
    const tell = (ids: Ids) => told({ method: 'POST', path, body: bodyWith(ids) });
    const missing = nobodys();
    const ofForeign = await tell(foreign);
    const ofMissing = await tell(missing);
    expect(ofMissing.status).toBe(404);
    expect(withoutIds(ofForeign)).toEqual(withoutIds(ofMissing));
  });
});

/** In a body the field may be named with what it held. */
const withoutIds = <T extends { words: string }>(answer: T): T => ({
  ...answer,
  words: answer.words.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id'),
});
