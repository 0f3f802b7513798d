import { RunSource } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { staleReasonOf, workOverBy, type IssueNow } from './work-over.ts';

const ADA = 'ada';
const now = (more: Partial<IssueNow> = {}): IssueNow => ({
  isEnded: false,
  assigneeAgentId: ADA,
  isBlocked: false,
  isHeld: false,
  isStarted: false,
  ...more,
});

describe('a waiting wake-up', () => {
  const decided = (issue: IssueNow) =>
    Object.fromEntries(
      RunSource.options.flatMap((source) => {
        const reason = staleReasonOf({ agentId: ADA, source }, issue);
        return reason ? [[source, reason]] : [];
      }),
    );

  it.each([
    ['whose issue is as it was is delivered', now(), {}],
    [
      'whose issue has ended is skipped, but for what was said before',
      now({ isEnded: true }),
      { assignment: 'issue_ended', retry: 'issue_ended' },
    ],
    [
      "whose issue is another one's is skipped, but for mentions",
      now({ assigneeAgentId: 'bob' }),
      {
        assignment: 'no_longer_assigned',
        comment: 'no_longer_assigned',
        retry: 'no_longer_assigned',
      },
    ],
    [
      'whose issue is blocked waits for the last blocker',
      now({ isBlocked: true }),
      { assignment: 'issue_blocked', retry: 'issue_blocked' },
    ],
    [
      'whose issue is in progress in spite of what blocks it is delivered',
      now({ isBlocked: true, isStarted: true }),
      {},
    ],
    [
      'whose issue is held, started or not, waits for the end of the hold, but for words',
      now({ isHeld: true, isStarted: true }),
      { assignment: 'issue_held', comment: 'issue_held', retry: 'issue_held' },
    ],
    [
      'is skipped for the first reason that applies',
      now({ isEnded: true, assigneeAgentId: null, isBlocked: true }),
      { assignment: 'issue_ended', comment: 'no_longer_assigned', retry: 'issue_ended' },
    ],
  ])('%s', (_, issue, reasons) => expect(decided(issue)).toEqual(reasons));
});

describe('work', () => {
  const issue = {
    issueId: 'i',
    identifier: 'ACM-1',
    title: 'Grow',
    status: 'in_progress' as const,
    priority: 'medium' as const,
    assigneeAgentId: ADA,
    assigneeUserId: null,
    parentId: null,
    projectId: null,
    goalId: null,
    version: 1,
  };
  const board = { actorType: 'user' as const, actorId: 'u' };
  const updated = (
    status: 'done' | 'cancelled' | 'in_review' | 'blocked',
    more: { from?: string | null; assigneeAgentId?: string | null } = {},
  ) => {
    const { from, ...fields } = more;
    const status_ = { status: { from: 'in_progress', to: status } };
    const changes =
      from === undefined ? status_ : { ...status_, assigneeAgentId: { from, to: null } };
    const payload = { ...issue, status, ...fields, changes };
    return workOverBy({ ...board, type: 'issue.updated', payload });
  };
  const given = (assigneeAgentId: string | null, status: 'todo' | 'done' = 'todo') =>
    workOverBy({
      ...board,
      type: 'issue.assigned',
      payload: { ...issue, status, assigneeAgentId, previousAssigneeAgentId: ADA },
    });

  it('is over for the assignee when the issue ends', () => {
    for (const status of ['done', 'cancelled'] as const) {
      const reason = { errorCode: 'issue_ended', error: `ACM-1 was ${status} by another party` };
      expect(updated(status)).toEqual({ issueId: 'i', agentId: ADA, reason });
      expect(updated(status, { from: 'bob', assigneeAgentId: null })).toMatchObject({
        agentId: 'bob',
      });
    }
    expect(updated('in_review')).toBeUndefined();
    expect(updated('blocked')).toBeUndefined();
    expect(updated('done', { assigneeAgentId: null })).toBeUndefined();
  });

  it('is over where the board holds the issue and does not let runs finish', () => {
    const held = (cancelRuns: boolean | null) =>
      workOverBy({
        ...board,
        type: 'issue.held',
        payload: { ...issue, heldBy: 'ACM-9', reason: 'A freeze', cancelRuns },
      });
    const error = 'ACM-1 is held by the board (ACM-9): A freeze';
    const reason = { errorCode: 'issue_held', error };
    expect(held(true)).toEqual({ issueId: 'i', agentId: ADA, reason, isAsked: true });
    expect(held(null)).toEqual({ issueId: 'i', agentId: ADA, reason, isAsked: false });
    expect(held(false)).toBeUndefined();
  });

  it('is over for the former assignee when the issue goes to another, or to none', () => {
    for (const next of ['bob', null]) {
      expect(given(next)).toMatchObject({
        agentId: ADA,
        reason: { errorCode: 'no_longer_assigned' },
      });
    }
    expect(given(ADA)).toBeUndefined();
    expect(given('bob', 'done')).toBeUndefined();
  });
});
