import type { ApprovalStatus, IssueStatus } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { wakesOf, type WakingEvent } from './wakes.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [ada, bob, cy, board] = [id(1), id(2), id(3), id(4)];
const [issueId, commentId, approvalId] = [id(5), id(6), id(7)];

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
const approval = (status: ApprovalStatus, requester: string | null) => ({
  approvalId,
  type: 'request_board_approval' as const,
  status,
  requestedByAgentId: requester,
  requestedByUserId: null,
  agentId: null,
  issueIds: [issueId, id(9)],
  decisionNote: null,
  revision: 1,
  version: 2,
});
type Resolution = 'approved' | 'rejected' | 'revision_requested' | 'cancelled';
const resolved = (status: Resolution, requester: string | null, author: Author = byBoard) =>
  ({
    ...author,
    type: `approval.${status}`,
    payload: approval(status, requester),
  }) as WakingEvent;
const discussed = (requester: string | null, author: Author) =>
  ({
    ...author,
    type: 'approval.commented',
    payload: {
      ...approval('pending', requester),
      commentId,
      excerpt: '…',
      byBoard: author.actorType === 'user',
    },
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

describe('a resolution', () => {
  const resolutions = ['approved', 'rejected', 'revision_requested'] as const;
  it.each(resolutions)('wakes the requester: %s', (status) => {
    expect(wakesOf(resolved(status, ada))).toEqual([
      {
        agentId: ada,
        source: 'approval',
        reason: `approval_${status}`,
        issueId,
        commentId: null,
        approvalId,
        approvalStatus: status,
        linkedIssueIds: [issueId, id(9)],
      },
    ]);
  });

  it('of the board brings its note along', () => {
    const event = resolved('rejected', ada);
    const noted = { ...event, payload: { ...event.payload, decisionNote: 'too dear' } };
    expect(wakesOf(noted as WakingEvent)).toMatchObject([
      { reason: 'approval_rejected', payload: { decisionNote: 'too dear' } },
    ]);
  });

  it('is a cancellation too where the board cancels, and not where it falls away', () => {
    expect(wakesOf(resolved('cancelled', ada))).toMatchObject([
      { agentId: ada, reason: 'approval_cancelled', approvalStatus: 'cancelled' },
    ]);
    expect(who(resolved('cancelled', ada, by(ada)))).toEqual([]);
    const system = { actorType: 'system', actorId: 'approvals' } as const;
    expect(who(resolved('cancelled', ada, system))).toEqual([]);
  });

  it('that could not be applied wakes the requester again', () => {
    const system = { actorType: 'system', actorId: 'approvals' } as const;
    const event = { ...system, type: 'approval.not_applied', payload: approval('approved', ada) };
    expect(wakesOf(event as WakingEvent)).toMatchObject([
      { agentId: ada, reason: 'approval_not_applied', approvalStatus: 'approved' },
    ]);
  });

  it('wakes no agent when a board user had asked', () => {
    expect(who(resolved('approved', null))).toEqual([]);
  });

  it('does not wake an agent by what it did itself', () => {
    expect(who(resolved('revision_requested', ada, by(ada)))).toEqual([]);
  });
});

describe('a comment on an approval', () => {
  it('of the board wakes the requester, with the approval and not with a comment', () => {
    expect(wakesOf(discussed(ada, byBoard))).toEqual([
      {
        agentId: ada,
        source: 'approval',
        reason: 'approval_commented',
        issueId,
        commentId: null,
        approvalId,
        approvalStatus: 'pending',
        linkedIssueIds: [issueId, id(9)],
        payload: { comment: '…' },
      },
    ]);
  });

  it('of an agent wakes no agent, whichever had asked', () => {
    expect(who(discussed(ada, by(bob)))).toEqual([]);
    expect(who(discussed(ada, by(ada)))).toEqual([]);
  });

  it('of the board wakes no agent when a board user had asked', () => {
    expect(who(discussed(null, byBoard))).toEqual([]);
  });
});
