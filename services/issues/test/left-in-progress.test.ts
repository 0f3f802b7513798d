/**
 * A successful run that leaves its issue in progress: it is told, its agent is woken once more, and after
 * that the issue is stuck. What brings the agent back by itself is no such case.
 */
import { approvals, scheduler, type Issue } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuesService } from '../src/service.ts';
import { type IssuesStage, openTeam, type Team } from './team.ts';

describe('an issue that a run leaves in progress', () => {
  let stage: IssuesStage;
  let team: Team;
  beforeAll(async () => {
    stage = await openStage(issuesService);
    team = await openTeam(stage);
  });
  afterAll(() => stage.close());

  const create = (fields: object = {}): Promise<Issue> =>
    stage.as(team.board).createIssue({
      companyId: team.companyId,
      title: 'Work',
      status: 'todo',
      assigneeAgentId: team.ann.id,
      ...fields,
    });
  const by = (runId: string) => stage.as({ ...team.ann, runId });
  const claim = async ({ id: issueId }: Issue): Promise<string> => {
    const runId = newId();
    const expectedStatuses = ['todo', 'in_progress'] as const;
    await by(runId).checkoutIssue({
      issueId,
      agentId: team.ann.id,
      expectedStatuses: [...expectedStatuses],
    });
    return runId;
  };
  const finish = (
    runId: string,
    { id }: Issue,
    status: 'succeeded' | 'failed' = 'succeeded',
    startedAt = new Date().toISOString(),
  ) =>
    stage.receive(scheduler, 'run.finished', {
      companyId: team.companyId,
      entityId: runId,
      payload: {
        runId,
        agentId: team.ann.id,
        status,
        source: 'assignment',
        epoch: 1,
        issueId: id,
        errorCode: null,
        usage: null,
        wasStarted: true,
        startedAt,
        finishedAt: new Date().toISOString(),
      },
    });
  const reported = async ({ id }: Issue) =>
    (await stage.emitted('issue.left_in_progress'))
      .filter(({ entityId }) => entityId === id)
      .map(({ payload }) => [payload['leftBy'], payload['times']]);
  const stuck = async ({ id }: Issue) =>
    (await stage.as(team.board).listIssuesOfBoard({})).rows.filter((row) => row.id === id);

  const asksBoard = (
    issueId: string,
    status: 'pending' | 'approved' | 'revision_requested',
    { approvalId = newId(), issueIds = [issueId], agentId = team.ann.id } = {},
  ) =>
    stage.receive(approvals, status === 'pending' ? 'approval.created' : `approval.${status}`, {
      companyId: team.companyId,
      entityId: approvalId,
      payload: {
        approvalId,
        type: 'request_board_approval',
        status,
        requestedByAgentId: agentId,
        requestedByUserId: null,
        agentId: null,
        issueIds,
        decisionNote: null,
        revision: 1,
        version: 1,
      },
    });

  it('is told of once, and is stuck after the second run in a row, whoever claims it', async () => {
    const issue = await create();
    const first = await claim(issue);
    await finish(first, issue);
    expect(await reported(issue)).toEqual([[first, 1]]);
    expect(await stuck(issue)).toEqual([]);
    const second = newId();
    await finish(second, issue);
    const third = await claim(issue);
    await finish(third, issue);
    await stage.redeliver();
    expect(await reported(issue)).toEqual([
      [first, 1],
      [second, 2],
      [third, 2],
    ]);
    expect(await stuck(issue)).toMatchObject([{ reason: 'stuck', stuckBy: 'left_in_progress' }]);
  });

  it('begins anew when the issue has moved, or its agent has said what comes next', async () => {
    const issue = await create();
    await finish(await claim(issue), issue);
    const second = await claim(issue);
    const wish = { companyId: team.companyId, issueId: issue.id, note: 'Go on', after: 3_600 };
    const wait = await by(second).startWait({ ...wish });
    await finish(second, issue);
    expect(await reported(issue)).toHaveLength(1);
    await by(second).cancelWait({ issueId: issue.id, waitId: wait.id });
    const third = await claim(issue);
    await finish(third, issue);
    expect((await reported(issue)).at(-1)).toEqual([third, 1]);
    await finish(await claim(issue), issue);
    expect(await stuck(issue)).toHaveLength(1);
    await stage.as(team.board).releaseIssue({ issueId: issue.id });
    await stage.as(team.board).updateIssue({ issueId: issue.id, assigneeAgentId: team.ann.id });
    expect(await stuck(issue)).toEqual([]);
    const last = await claim(issue);
    await finish(last, issue);
    expect((await reported(issue)).at(-1)).toEqual([last, 1]);
  });

  it('is told to be stuck no longer by the change that ends it, once, also by its agent', async () => {
    const issue = await create();
    for (let times = 0; times < 2; times += 1) await finish(await claim(issue), issue);
    const last = await claim(issue);
    const ends = { issueId: issue.id, status: 'in_review', comment: 'Done' } as const;
    await by(last).updateIssue(ends);
    await stage.as(team.board).updateIssue({ issueId: issue.id, status: 'done' });
    const ended = (await stage.emitted('issue.updated'))
      .filter(({ entityId, payload }) => entityId === issue.id && payload['isNoLongerStuck'])
      .map(({ payload }) => payload['status']);
    expect(ended).toEqual(['in_review']);
  });

  it('is not told of what has come true while it ran, which wakes the agent already', async () => {
    const startedAt = new Date().toISOString();
    const asking = await create();
    const first = await claim(asking);
    const asked = { issueId: asking.id, to: 'board', kind: 'text', text: 'Which name?' } as const;
    const { id: questionId } = await by(first).askQuestion(asked);
    await stage.as(team.board).answerQuestion({ questionId, answer: 'Corner' });
    await finish(first, asking, 'succeeded', startedAt);
    const split = await create();
    const second = await claim(split);
    const { children } = await by(second).createChildren({
      issueId: split.id,
      children: [{ title: 'Part' }],
    });
    const part = { issueId: children[0]?.id ?? '', status: 'cancelled' } as const;
    await stage.as(team.board).updateIssue(part);
    await finish(second, split, 'succeeded', startedAt);
    expect([...(await reported(asking)), ...(await reported(split))]).toEqual([]);
  });

  it.each<[string, (issue: Issue, runId: string) => Promise<unknown>]>([
    [
      'its agent waits',
      (issue, runId) =>
        by(runId).startWait({
          companyId: team.companyId,
          issueId: issue.id,
          note: 'Go on',
          after: 3_600,
        }),
    ],
    [
      'its agent has asked a question',
      (issue, runId) =>
        by(runId).askQuestion({
          issueId: issue.id,
          to: 'board',
          kind: 'text',
          text: 'Which?',
        }),
    ],
    ['its agent has asked the board for an approval', ({ id }) => asksBoard(id, 'pending')],
    ['the board approved what its agent asked for', ({ id }) => asksBoard(id, 'approved')],
    [
      'the board wants what its agent asked for to be revised',
      ({ id }) => asksBoard(id, 'revision_requested'),
    ],
    ['it has an open child', (issue) => create({ parentId: issue.id })],
    [
      'an open issue blocks it',
      async (issue) => {
        const { id } = await create();
        return stage.as(team.board).updateIssue({ issueId: issue.id, blockedByIssueIds: [id] });
      },
    ],
    [
      'it is in review',
      (issue, runId) =>
        by(runId).updateIssue({ issueId: issue.id, status: 'in_review', comment: 'Done' }),
    ],
    [
      'it is blocked',
      (issue, runId) =>
        by(runId).updateIssue({ issueId: issue.id, status: 'blocked', comment: 'No key' }),
    ],
    [
      'it is cancelled',
      (issue) => stage.as(team.board).updateIssue({ issueId: issue.id, status: 'cancelled' }),
    ],
    [
      'another agent has it',
      (issue) =>
        stage.as(team.board).updateIssue({ issueId: issue.id, assigneeAgentId: team.bob.id }),
    ],
  ])('is not left where %s', async (_, act) => {
    const issue = await create();
    const runId = await claim(issue);
    await act(issue, runId);
    await finish(runId, issue, 'succeeded', new Date(0).toISOString());
    expect(await reported(issue)).toEqual([]);
  });

  it('is left where the approval is of another agent, about another issue, or was decided before', async () => {
    const [other, unlinked, decided] = [await create(), await create(), await create()];
    await asksBoard(other.id, 'pending', { agentId: team.bob.id });
    const approvalId = newId();
    await asksBoard(unlinked.id, 'pending', { approvalId });
    await asksBoard(unlinked.id, 'pending', { approvalId, issueIds: [decided.id] });
    await asksBoard(decided.id, 'approved', { approvalId });
    const later = new Date(Date.now() + 60_000).toISOString();
    for (const issue of [other, unlinked, decided]) {
      const runId = await claim(issue);
      await finish(runId, issue, 'succeeded', later);
      expect(await reported(issue)).toEqual([[runId, 1]]);
    }
  });

  it('is not left by a run that has failed, nor by one that has not claimed it', async () => {
    const issue = await create();
    await finish(await claim(issue), issue, 'failed');
    await finish(newId(), await create());
    expect(await reported(issue)).toEqual([]);
  });
});
