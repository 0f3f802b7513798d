import { agents, approvals, HeartbeatContext, issues, Refusal } from '@muster/contracts';
import { newId, type RunningService } from '@muster/service-kit';
import { standInOf } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentWithKey, type AgentWithKey } from './agent-with-key.ts';
import { anIssue } from './an-issue.ts';
import { openGateway, type TestGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

/** Requests that the gateway handles at once; each context asks one service twice at least. */
const PLACES = 16;
/** What one agent gets of them. */
const SHARE = 12;
const now = '2026-11-20T18:12:00.000Z';
const issueId = newId();
const blockerId = newId();
const commentIds = [newId(), newId(), newId()];
const budget = {
  limitCents: 1_000,
  spentCents: 200,
  reservedCents: 50,
  remainingCents: 750,
  caution: false,
  resetsAt: '2026-12-01T00:00:00.000Z',
};

const commentOf = (id: string) => ({
  id,
  companyId: owner.companyId,
  issueId,
  body: `Comment ${commentIds.indexOf(id)}`,
  authorAgentId: null,
  authorUserId: null,
  authorName: 'Ann',
  mentions: [],
  runId: null,
  createdAt: now,
});

const gate = () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { opened, open };
};
/** What reads of issues wait for. */
let reads = gate();
reads.open();
let onBudget = (): void => undefined;

const issuesStub = stubOf(issues, {
  getHeartbeatContext: async ({ issueId: ref }) => {
    await reads.opened;
    if (ref !== issueId) throw new Refusal('issue_not_found');
    const issue = anIssue(issueId, owner.companyId, 7);
    return {
      ...issue,
      blockedByIssueIds: [blockerId],
      comments: { count: 3, lastCommentId: commentIds[2] as string },
    };
  },
  listComments: async ({ after, order, limit }) => {
    await reads.opened;
    const found =
      after === undefined ? commentIds : commentIds.slice(commentIds.indexOf(after) + 1);
    const ordered = order === 'asc' ? found : found.toReversed();
    const nextCursor = ordered.length > limit ? 'more' : undefined;
    return { items: ordered.slice(0, limit).map(commentOf), nextCursor };
  },
  listIssuesById: async ({ ids }) =>
    ids.map((id) => ({ ...anIssue(id, owner.companyId, 8), title: 'Count first' })),
});
const agentsStandIn = standInOf(agents, {
  getOwnAgent: async () => {
    onBudget();
    const { agentId: id, ...agent } = owner.agent;
    return {
      ...agent,
      id,
      companyId: owner.companyId,
      icon: null,
      pausedAt: null,
      capabilities: null,
      adapterConfig: {},
      metadata: {},
      spentMonthlyCents: 200,
      lastHeartbeatAt: null,
      createdAt: now,
      updatedAt: now,
      budget,
      chainOfCommand: [],
    };
  },
});
let approvalsFail = false;
const approvalsStub = stubOf(approvals, {
  listApprovalsOfIssue: async ({ companyId }) => {
    if (approvalsFail) throw new Refusal('unavailable', { service: 'approvals' });
    return {
      items: [
        {
          id: blockerId,
          companyId,
          type: 'request_board_approval',
          status: 'pending',
          requestedByAgentId: null,
          requestedByUserId: null,
          payload: { title: 'a long one' },
          decisionNote: null,
          decidedByUserId: null,
          decidedAt: null,
          revision: 1,
          createdAt: now,
          updatedAt: now,
          version: 1,
        },
      ],
      nextCursor: undefined,
    };
  },
});

let server: TestGateway;
let others: RunningService[];
let owner: AgentWithKey;
beforeAll(async () => {
  server = await openGateway({ REQUESTS_UNDER_WAY_MAX: String(PLACES) });
  others = await Promise.all([issuesStub, approvalsStub].map((start) => start(server.stage.env)));
  await server.stage.standIn(agentsStandIn);
  owner = await agentWithKey(server);
});
afterAll(async () => {
  await server.close();
  await Promise.all(others.map((other) => other.stop()));
});

const context = (query = '', token: string | undefined = owner.token, id = issueId) =>
  server.call(`GET /api/issues/${id}/heartbeat-context${query}`, { token });

describe('the context of a heartbeat', () => {
  it('has the issue, its thread, blockers and approvals, and the budget of the agent', async () => {
    const { status, body } = await context();
    expect(status).toBe(200);
    const parsed = HeartbeatContext.strict().parse(body);
    expect(parsed).toMatchObject({
      id: issueId,
      title: 'Count',
      issue: { id: issueId, identifier: 'ACM-7', description: 'All of them', version: 1 },
      comments: {
        count: 3,
        lastCommentId: commentIds[2],
        items: commentIds.map((id, index) => ({ id, body: `Comment ${index}` })),
        more: false,
      },
      blockers: [{ id: blockerId, title: 'Count first', status: 'todo' }],
      approvals: [{ id: blockerId, status: 'pending' }],
      budget,
    });
    expect(parsed.approvals?.[0]).not.toHaveProperty('payload');
    expect(parsed).not.toHaveProperty('unavailable');
  });

  it('has the newest comments, or those after a given one', async () => {
    const itemsOf = async (query: string) => {
      const { comments } = (await context(query)).body as HeartbeatContext;
      return [comments.items.map(({ id }) => id), comments.more];
    };
    const [first = '', second = '', third = ''] = commentIds;
    expect(await itemsOf('?comments=2')).toEqual([[second, third], true]);
    expect(await itemsOf(`?after=${first}&comments=1`)).toEqual([[second], true]);
    expect(await itemsOf(`?after=${second}`)).toEqual([[third], false]);
    expect(await itemsOf('?comments=0')).toEqual([[], false]);
  });

  it('is had by as many at once as have places, though each asks one service twice', async () => {
    let began = 0;
    // The last of the calls that each of them makes first.
    onBudget = () => void ((began += 1) === SHARE && reads.open());
    reads = gate();
    const answers = await Promise.all(Array.from({ length: SHARE }, () => context()));
    onBudget = () => undefined;
    expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(answers.map(() => 200));
  });

  it('repeats no field of the issue in its compact view', async () => {
    const { body } = await context('?view=compact');
    expect(body).not.toHaveProperty('title');
    expect(body).toMatchObject({ issue: { title: 'Count' }, budget, allowedTransitions: ['done'] });
    expect(body).not.toHaveProperty('project');
  });

  it('shows the board no budget', async () => {
    const { status, body } = await server.call(`GET /api/issues/${issueId}/heartbeat-context`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ budget: null });
    expect(body).not.toHaveProperty('unavailable');
  });

  it('names what a service could not answer, and answers the rest', async () => {
    approvalsFail = true;
    const { status, body } = await context();
    approvalsFail = false;
    expect(status).toBe(200);
    expect(body).toMatchObject({ approvals: null, unavailable: ['approvals'], budget });
  });

  it('refuses an absent issue', async () => {
    expect(await context('', owner.token, newId())).toMatchObject({
      status: 404,
      body: { code: 'issue_not_found' },
    });
  });
});
