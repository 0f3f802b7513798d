import { attentionKinds, contracts } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { attentionOf, pageThatDecides } from './attention.ts';

const moved = (from: string, to: string, more = {}) => ({
  changes: { status: { from, to } },
  ...more,
});

describe('an event that something waits for a person', () => {
  it.each([
    ['approval.created', {}, 'approval'],
    ['approval.resubmitted', {}, 'approval'],
    ['join_request.created', {}, 'join_request'],
    ['issue.review_requested', { reviewerAgentId: null }, 'review'],
    ['question.asked', { toAgentId: null }, 'question'],
    ['issue.updated', moved('in_progress', 'blocked'), 'stuck_issue'],
    ['issue.assigned', { isLeftByTermination: true }, 'stuck_issue'],
    ['issue.released', { isLeftByTermination: true }, 'stuck_issue'],
    ['run.finished', { issueId: 'an issue', isGivenUp: true }, 'stuck_issue'],
    ['agent.backed_off', { until: null }, 'stopped_agent'],
    ['issue.overdue', {}, 'overdue_issue'],
    ['issue.left_in_progress', { times: 2 }, 'stuck_issue'],
    ['agent.paused', { pauseReason: 'budget' }, 'stopped_agent'],
    ['agent.paused', { pauseReason: 'loop' }, 'stopped_agent'],
    ['webhook.disabled', {}, 'failing_webhook'],
    ['routine.created', { status: 'proposed' }, 'routine'],
    ['routine.paused', { status: 'paused' }, 'routine'],
    ['routine.exhausted', { status: 'active' }, 'routine'],
  ])('is %s with %j', (type, payload, kind) => {
    expect(attentionOf({ type, payload })).toEqual({ action: 'attention.opened', kind });
  });
});

describe('an event that it waits no longer', () => {
  it.each([
    ['approval.approved', {}, 'approval'],
    ['approval.rejected', {}, 'approval'],
    ['approval.revision_requested', {}, 'approval'],
    ['approval.cancelled', {}, 'approval'],
    ['join_request.rejected', {}, 'join_request'],
    ['question.answered', { toAgentId: null }, 'question'],
    ['question.expired', { toAgentId: null }, 'question'],
    ['question.withdrawn', { toAgentId: null }, 'question'],
    ['issue.updated', moved('in_review', 'done'), 'review'],
    ['issue.updated', moved('blocked', 'todo'), 'stuck_issue'],
    ['issue.updated', { isNoLongerOverdue: true }, 'overdue_issue'],
    ['issue.updated', moved('todo', 'done', { isNoLongerOverdue: true }), 'overdue_issue'],
    ['issue.updated', moved('in_review', 'done', { isNoLongerOverdue: true }), 'review'],
    ['issue.wait_started', { status: 'blocked' }, 'stuck_issue'],
    ['issue.taken_up', {}, 'stuck_issue'],
    ['issue.updated', moved('in_progress', 'done', { isNoLongerStuck: true }), 'stuck_issue'],
    ['issue.updated', moved('todo', 'cancelled', { isNoLongerStuck: true }), 'stuck_issue'],
    ['issue.assigned', { isNoLongerStuck: true }, 'stuck_issue'],
    ['issue.released', { isNoLongerStuck: true }, 'stuck_issue'],
    ['agent.recovered', {}, 'stopped_agent'],
    ['agent.resumed', {}, 'stopped_agent'],
    ['agent.terminated', {}, 'stopped_agent'],
    ['webhook.changed', { status: 'active' }, 'failing_webhook'],
    ['webhook.deleted', {}, 'failing_webhook'],
    ['routine.updated', { status: 'active', previousStatus: 'proposed' }, 'routine'],
    ['routine.archived', {}, 'routine'],
    ['routine.restored', { status: 'active' }, 'routine'],
  ])('is %s with %j', (type, payload, kind) => {
    expect(attentionOf({ type, payload })).toEqual({ action: 'attention.closed', kind });
  });
});

it.each([
  ['issue.created', {}],
  ['issue.review_requested', { reviewerAgentId: 'an agent' }],
  ['question.asked', { toAgentId: 'an agent' }],
  ['question.answered', { toAgentId: 'an agent' }],
  ['issue.updated', {}],
  ['issue.updated', { changes: { title: { from: 'a', to: 'b' } } }],
  ['issue.updated', moved('in_progress', 'blocked', { openBlockers: ['ACM-1'] })],
  ['issue.updated', moved('in_progress', 'blocked', { hasOpenWait: true })],
  ['issue.updated', moved('todo', 'in_progress')],
  ['issue.assigned', { previousAssigneeAgentId: 'an agent' }],
  ['issue.released', { previousAssigneeAgentId: 'an agent' }],
  ['issue.wait_started', { status: 'in_progress' }],
  ['run.finished', { issueId: 'an issue', status: 'failed' }],
  ['run.finished', { issueId: null, isGivenUp: true }],
  ['agent.backed_off', { until: '2026-01-01T00:00:00.000Z' }],
  ['agent.paused', { pauseReason: 'manual' }],
  ['webhook.changed', { status: 'disabled' }],
  ['routine.created', { status: 'active' }],
  ['routine.updated', { status: 'active', previousStatus: 'active' }],
  ['constructor', {}],
])('%s with %j asks for nobody', (type, payload) => {
  expect(attentionOf({ type, payload })).toBeUndefined();
});

it('is opened and closed of every kind, by events that exist', () => {
  const known = new Set(contracts.flatMap(({ events }) => Object.keys(events)));
  const payloads = [
    {},
    { reviewerAgentId: null },
    { toAgentId: null },
    { pauseReason: 'loop' },
    { status: 'active' },
    moved('todo', 'blocked'),
    moved('blocked', 'todo'),
    moved('in_review', 'done'),
    { isNoLongerOverdue: true },
  ];
  const found = [...known].flatMap((type) =>
    payloads.flatMap((payload) => attentionOf({ type, payload }) ?? []),
  );
  const seen = new Set(found.map(({ action, kind }) => `${action} ${kind}`));
  expect(seen).toEqual(
    new Set(
      attentionKinds.flatMap((kind) => [`attention.opened ${kind}`, `attention.closed ${kind}`]),
    ),
  );
});

it('leads to the page of the issue, and to the inbox where there is none', () => {
  expect(pageThatDecides({ identifier: 'ACM-12', title: 'Ship' })).toBe('/ACM/issues/ACM-12');
  expect(pageThatDecides({ approvalId: 'some' })).toBe('/');
});
