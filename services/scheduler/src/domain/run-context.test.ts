import type { RunSource } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { causeTimeMs, buildRunContext, wakeVariables, type CarriedWake } from './run-context.ts';

let made = 0;
const wake = (source: RunSource, more: Partial<CarriedWake> = {}): CarriedWake => ({
  id: `0193a1b2-0000-7000-8000-${String(++made).padStart(12, '0')}`,
  source,
  reason: `because_${source}`,
  issueId: null,
  commentId: null,
  approvalId: null,
  approvalStatus: null,
  linkedIssueIds: [],
  hops: 0,
  rootId: null,
  causeEventId: null,
  payload: null,
  traceparent: null,
  createdAt: '2026-11-20T18:12:00.000Z',
  ...more,
});

describe('the context of a run', () => {
  it('takes source and reason from the most urgent wake-up and lists all', () => {
    const wakes = [wake('timer'), wake('mention', { issueId: 'i', hops: 3 }), wake('comment')];
    const briefing = buildRunContext(wakes);
    expect(briefing).toMatchObject({
      source: 'mention',
      reason: 'because_mention',
      issueId: 'i',
      hops: 3,
    });
    expect(briefing.context).toMatchObject({ moreWakes: 0 });
    expect(briefing.context.wakes).toHaveLength(3);
  });

  it('is a retry with the reason of the retried wake-up', () => {
    expect(buildRunContext([wake('retry'), wake('assignment')])).toMatchObject({
      source: 'retry',
      reason: 'because_assignment',
    });
  });

  it('lists a bounded number and counts the rest', () => {
    const briefing = buildRunContext(Array.from({ length: 70 }, () => wake('comment')));
    expect(briefing.context.wakes).toHaveLength(50);
    expect(briefing.context.moreWakes).toBe(20);
  });
});

describe('wakeVariables', () => {
  it('names the issue and comment of the newest most urgent wake-up', () => {
    const wakes = [
      wake('mention', { issueId: 'old', commentId: 'c1' }),
      wake('mention', { issueId: 'new', commentId: 'c2' }),
      wake('assignment', { issueId: 'other' }),
    ];
    expect(wakeVariables(wakes)).toEqual({
      SERVICE_WAKE_REASON: 'because_mention',
      SERVICE_TASK_ID: 'new',
      SERVICE_WAKE_COMMENT_ID: 'c2',
    });
  });

  it('names an approval with its status and linked issues', () => {
    const approval = wake('approval', {
      approvalId: 'a',
      approvalStatus: 'rejected',
      linkedIssueIds: ['x', 'y'],
      issueId: 'x',
    });
    expect(wakeVariables([wake('mention', { issueId: 'm' }), approval])).toEqual({
      SERVICE_WAKE_REASON: 'because_approval',
      SERVICE_TASK_ID: 'x',
      SERVICE_APPROVAL_ID: 'a',
      SERVICE_APPROVAL_STATUS: 'rejected',
      SERVICE_LINKED_ISSUE_IDS: 'x,y',
    });
  });

  it('has only a reason for a wake-up of the timer', () => {
    expect(wakeVariables([wake('timer')])).toEqual({ SERVICE_WAKE_REASON: 'because_timer' });
  });
});

describe('causeTimeMs', () => {
  const createdAt = '2026-11-20T18:12:00.000Z';

  it('is the time in the id of the event', () => {
    const causeEventId = '019aa2c6-5a80-7000-8000-000000000001';
    expect(new Date(causeTimeMs({ causeEventId, createdAt })).toISOString()).toBe(
      new Date(0x019aa2c65a80).toISOString(),
    );
  });

  it('is the time of the wake-up where no event caused it', () => {
    expect(causeTimeMs({ causeEventId: null, createdAt })).toBe(Date.parse(createdAt));
  });
});
