import type { IssueStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { wakesOf, type WakingEvent } from './wakes.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [ada, bob, cy, board] = [id(1), id(2), id(3), id(4)];
const [issueId, commentId] = [id(5), id(6)];

const issue = (status: IssueStatus, assigneeAgentId: string | null) => ({
  issueId,
  identifier: 'ACM-1',
  title: 'Count',
  status,
  priority: 'medium' as const,
  assigneeAgentId,
  assigneeUserId: null,
  parentId: null,
  projectId: null,
  goalId: null,
  version: 2,
});
const byBoard = { actorType: 'user', actorId: board } as const;
const by = (agentId: string) => ({ actorType: 'agent', actorId: agentId }) as const;

type Author = Pick<WakingEvent, 'actorType' | 'actorId'>;

const assigned = (status: IssueStatus, who: string | null, author: Author = byBoard) =>
  ({
    ...author,
    type: 'issue.assigned',
    payload: { ...issue(status, who), previousAssigneeAgentId: null },
  }) as WakingEvent;
const moved = (
  from: IssueStatus,
  to: IssueStatus,
  changes: object = {},
  author: Author = byBoard,
) =>
  ({
    ...author,
    type: 'issue.updated',
    payload: { ...issue(to, ada), changes: { status: { from, to }, ...changes } },
  }) as WakingEvent;
const mention = (agentId: string, woken = true) => ({ agentId, name: 'A', woken, reason: null });
const commented = (
  mentions: object[],
  assignee: string | null,
  author: Author = byBoard,
  status: IssueStatus = 'todo',
) =>
  ({
    ...author,
    type: 'issue.commented',
    payload: { ...issue(status, assignee), commentId, excerpt: '…', mentions },
  }) as WakingEvent;
const who = (event: WakingEvent) => wakesOf(event).map(({ agentId, source }) => [agentId, source]);

describe('an assignment', () => {
  it.each(['todo', 'in_progress', 'in_review', 'blocked'] as const)(
    'wakes the assignee of an issue that is %s',
    (status) => {
      expect(wakesOf(assigned(status, ada))).toEqual([
        {
          agentId: ada,
          source: 'assignment',
          reason: 'issue_assigned',
          issueId,
          commentId: null,
          approvalId: null,
          approvalStatus: null,
          linkedIssueIds: [],
        },
      ]);
    },
  );

  it('wakes the assignee when the last blocking issue has ended', () => {
    const unblocked = { ...assigned('todo', ada), type: 'issue.unblocked' } as WakingEvent;
    expect(wakesOf(unblocked).map(({ agentId, reason }) => [agentId, reason])).toEqual([
      [ada, 'issue_unblocked'],
    ]);
  });

  it.each(['backlog', 'done', 'cancelled'] as const)(
    'wakes no agent for an issue that is %s',
    (status) => {
      expect(who(assigned(status, ada))).toEqual([]);
    },
  );

  it('wakes no agent when the assignee was removed', () => {
    expect(who(assigned('todo', null))).toEqual([]);
  });

  it('does not wake an agent that took the issue itself', () => {
    expect(who(assigned('todo', ada, by(ada)))).toEqual([]);
    expect(who(assigned('todo', ada, by(bob)))).toEqual([[ada, 'assignment']]);
  });

  it('by a checkout in its name wakes the agent, its own checkout does not', () => {
    const checkout = (author: Author) =>
      ({
        ...author,
        type: 'issue.checked_out',
        payload: issue('in_progress', ada),
      }) as WakingEvent;
    expect(who(checkout(byBoard))).toEqual([[ada, 'assignment']]);
    expect(who(checkout(by(ada)))).toEqual([]);
  });
});

describe('children', () => {
  const child = { issueId: id(8), identifier: 'ACM-8', title: 'Part', status: 'done' as const };
  const states = {
    child,
    children: [{ identifier: 'ACM-8', title: 'Part', status: 'done' as const }],
    childCounts: { done: 1 },
    openChildren: 0,
  };
  const eventOf = (type: string, more: object = {}, author: Author = byBoard) =>
    ({
      ...author,
      type: `issue.${type}`,
      payload: { ...issue('in_progress', ada), ...states, wakeOnChildren: 'settled', ...more },
    }) as WakingEvent;
  const types = ['children_settled', 'child_ended', 'child_blocked'];

  it.each(types)('wake the assignee of their parent, with their states: %s', (type) => {
    expect(wakesOf(eventOf(type))).toEqual([
      expect.objectContaining({
        agentId: ada,
        source: 'assignment',
        reason: type,
        issueId,
        payload: states,
      }),
    ]);
    expect(who(eventOf(type, { wakeOnChildren: 'each' }))).toHaveLength(1);
  });

  it.each(types)('wake no agent where the parent does not want it: %s', (type) => {
    expect(wakesOf(eventOf(type, { wakeOnChildren: 'none' }))).toEqual([]);
    expect(wakesOf(eventOf(type, { assigneeAgentId: null }))).toEqual([]);
    expect(wakesOf(eventOf(type, { status: 'backlog' }))).toEqual([]);
    expect(wakesOf(eventOf(type, { status: 'todo', openBlockers: ['ACM-2'] }))).toEqual([]);
  });

  it('wake the agent that has ended the last of them itself, and not for the others', () => {
    expect(types.map((type) => who(eventOf(type, {}, by(ada))).length)).toEqual([1, 0, 0]);
  });
});

describe('a change of the status of an issue', () => {
  const statuses = ['backlog', 'todo', 'in_progress', 'in_review', 'blocked', 'done', 'cancelled'];
  const waking: Record<string, string> = {
    'backlog todo': 'issue_left_backlog',
    'backlog in_progress': 'issue_left_backlog',
    'backlog in_review': 'issue_left_backlog',
    'backlog blocked': 'issue_left_backlog',
    'blocked todo': 'issue_unblocked',
    'done todo': 'issue_reopened',
    'cancelled todo': 'issue_reopened',
  };
  const every = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));
  it.each(every)('from %s to %s wakes the assignee only as the table says', (from, to) => {
    const reasons = wakesOf(moved(from as IssueStatus, to as IssueStatus)).map((one) => one.reason);
    const expected = waking[`${from} ${to}`];
    expect(reasons).toEqual(expected ? [expected] : []);
  });

  it('leaves a new assignee to the event of the assignment', () => {
    const changes = { assigneeAgentId: { from: null, to: ada } };
    expect(who(moved('backlog', 'todo', changes))).toEqual([]);
  });

  it('does not wake the assignee that changed it', () => {
    expect(who(moved('blocked', 'todo', {}, by(ada)))).toEqual([]);
  });

  it('wakes no agent when something else changed', () => {
    const event = {
      ...byBoard,
      type: 'issue.updated',
      payload: { ...issue('todo', ada), changes: { title: { from: 'a', to: 'b' } } },
    } as WakingEvent;
    expect(who(event)).toEqual([]);
  });
});

describe('a comment', () => {
  it('wakes the mentioned agents and the assignee', () => {
    expect(who(commented([mention(bob)], ada))).toEqual([
      [bob, 'mention'],
      [ada, 'comment'],
    ]);
  });

  it('wakes a mentioned assignee once, by the mention', () => {
    expect(who(commented([mention(ada), mention(ada)], ada))).toEqual([[ada, 'mention']]);
  });

  it('does not wake its author, mentioned or assigned', () => {
    expect(who(commented([mention(ada), mention(cy)], ada, by(ada)))).toEqual([[cy, 'mention']]);
  });

  it('does not wake a mentioned agent that the issues service marks as not woken', () => {
    expect(who(commented([mention(bob, false)], null))).toEqual([]);
  });

  const quiet = ['done', 'cancelled', 'backlog'] as const;
  it.each(quiet)('on work that is %s wakes only whom it mentions', (status) => {
    const wakes = (mentions: object[]) => who(commented(mentions, ada, byBoard, status));
    expect([wakes([]), wakes([mention(ada, false)])]).toEqual([[], []]);
    expect(wakes([mention(bob)])).toEqual([[bob, 'mention']]);
    expect(wakes([mention(ada)])).toEqual([[ada, 'mention']]);
  });

  const open = ['todo', 'in_progress', 'in_review', 'blocked'] as const;
  it.each(open)('on work that is %s wakes the assignee', (status) =>
    expect(who(commented([], ada, byBoard, status))).toEqual([[ada, 'comment']]),
  );

  it('wakes at most twenty by mentions', () => {
    const many = Array.from({ length: 30 }, (_, n) => mention(id(100 + n)));
    expect(who(commented(many, null))).toHaveLength(20);
  });

  it('names the comment', () => {
    expect(wakesOf(commented([mention(bob)], null))[0]).toMatchObject({ issueId, commentId });
  });
});
