import type { WakeRecord, WakeRecords } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { explainRecords, type WakeSubject } from './explain-wake.ts';

const ADA = 'ada';
const at = (second: number) => `2026-11-20T12:00:${String(second).padStart(2, '0')}.000Z`;

const records = (more: Partial<WakeRecords> = {}): WakeRecords => ({
  agentId: ADA,
  companyId: 'acme',
  agentStatus: 'idle',
  companyStatus: 'active',
  wakeOnDemand: true,
  heldFor: null,
  liveRunId: null,
  wakes: [],
  runs: [],
  skips: [],
  skipCounts: [],
  ...more,
});
const wake = (status: WakeRecord['status'], more: Partial<WakeRecord> = {}): WakeRecord => ({
  id: 'w',
  source: 'mention',
  reason: 'issue_comment_mentioned',
  status,
  hops: 0,
  causedByRunId: null,
  issueId: 'i',
  commentId: 'c',
  approvalId: null,
  runId: null,
  createdAt: at(1),
  deliveredAt: null,
  ...more,
});
const skip = (second: number, reason = 'wake_on_demand_off') => ({
  at: at(second),
  source: 'mention' as const,
  reason,
  issueId: 'i',
  commentId: 'c',
  approvalId: null,
});
const issue = (assigneeAgentId: string | null, status = 'todo', assignedByAgentId?: string) =>
  ({ id: 'i', status, assigneeAgentId, assignedByAgentId, createdAt: at(0) }) as Extract<
    WakeSubject,
    { kind: 'issue' }
  >['issue'];
const onIssue = (...which: Parameters<typeof issue>): WakeSubject => ({
  kind: 'issue',
  issue: issue(...which),
});
const blocked = (status: string): WakeSubject => ({
  kind: 'issue',
  issue: { ...issue(ADA, status, 'bob'), isBlocked: true },
});
const heldIssue: WakeSubject = {
  kind: 'issue',
  issue: { ...issue(ADA, 'todo', 'bob'), hold: {} },
};
const comment = (
  authorAgentId: string | null,
  mentions: object[] = [],
  assignee: string | null = null,
  status = 'todo',
) =>
  ({
    kind: 'comment',
    issue: issue(assignee, status),
    comment: { id: 'c', createdAt: at(0), authorName: 'Bob', authorAgentId, mentions },
  }) as unknown as WakeSubject;
const mention = (reason: string | null) => ({
  agentId: ADA,
  name: 'Ada',
  woken: reason === null,
  reason,
});
const approval = (requestedByAgentId: string, status = 'pending') =>
  ({
    kind: 'approval',
    approval: { id: 'a', status, requestedByAgentId, createdAt: at(0) },
  }) as WakeSubject;

describe('explainRecords', () => {
  it.each<[string, Partial<WakeRecords>, boolean, string]>([
    ['delivered', { wakes: [wake('delivered')] }, true, 'issue_comment_mentioned'],
    ['in a queued run', { wakes: [wake('coalesced')] }, false, 'run_queued'],
    [
      'in a queued run of an agent that is held',
      { wakes: [wake('coalesced')], heldFor: 'failing' },
      false,
      'agent_failing',
    ],
    [
      'not fetched by a remote agent',
      { wakes: [wake('coalesced')], adapterType: 'remote' },
      false,
      'waiting_to_be_fetched',
    ],
    [
      'pending after a live run',
      { wakes: [wake('pending')], liveRunId: 'r' },
      false,
      'run_in_progress',
    ],
    ['next', { wakes: [wake('pending')] }, false, 'about_to_run'],
    [
      'skipped when its run would start',
      { wakes: [wake('skipped')], skips: [skip(2, 'issue_ended')] },
      false,
      'issue_ended',
    ],
    ['paused', { wakes: [wake('pending')], agentStatus: 'paused' }, false, 'agent_paused'],
    ['looping', { wakes: [wake('pending')], heldFor: 'loop' }, false, 'agent_in_loop'],
    ['broken', { wakes: [wake('pending')], heldFor: 'failing' }, false, 'agent_failing'],
    ['poor', { wakes: [wake('pending')], heldFor: 'budget' }, false, 'waiting_for_budget'],
    ['closed', { wakes: [wake('pending')], companyStatus: 'paused' }, false, 'company_paused'],
    ['cancelled', { wakes: [wake('skipped')] }, false, 'run_cancelled'],
    ['given up', { wakes: [wake('failed')] }, false, 'run_failed'],
    ['passed over', { skips: [skip(2)] }, false, 'wake_on_demand_off'],
    ['skipped later', { wakes: [wake('skipped')], skips: [skip(2)] }, false, 'wake_on_demand_off'],
    [
      'delivered later',
      { wakes: [wake('delivered')], skips: [skip(0)] },
      true,
      'issue_comment_mentioned',
    ],
  ])('finds the reason in the records: %s', (_, fields, woken, reason) => {
    const found = explainRecords(records(fields), comment(null, [mention(null)]));
    expect(found).toMatchObject({ woken, reason });
    expect(found.explanation).toMatch(/^[A-Zr].{20,}/);
  });

  it.each([
    ['its own comment', comment(ADA, [], ADA), 'own_doing'],
    ['a mention that wakes nobody', comment(null, [mention('too_many_wakes')]), 'too_many_wakes'],
    ['a comment to others', comment(null), 'not_addressed'],
    ['a comment that has not come yet', comment(null, [mention(null)]), 'not_heard_yet'],
    ['a comment on its issue', comment(null, [], ADA), 'not_heard_yet'],
    ['a remark on done work', comment(null, [], ADA, 'done'), 'comment_on_done'],
    ['a remark on cancelled work', comment('bob', [], ADA, 'cancelled'), 'comment_on_cancelled'],
    ['a remark on work of some day', comment(null, [], ADA, 'backlog'), 'comment_on_backlog'],
    ['a mention in done work', comment(null, [mention(null)], ADA, 'done'), 'not_heard_yet'],
    ['a remark on work in review', comment(null, [], ADA, 'in_review'), 'not_heard_yet'],
    ["another's issue", onIssue('bob'), 'not_the_assignee'],
    ['work of some day', onIssue(ADA, 'backlog'), 'issue_backlog'],
    ['work that is done', onIssue(ADA, 'done'), 'issue_done'],
    ['what waits for open issues', blocked('todo'), 'issue_blocked'],
    ['what goes on in spite of them', blocked('in_progress'), 'not_heard_yet'],
    ['what the board holds', heldIssue, 'issue_held'],
    ['what it took itself', onIssue(ADA, 'in_progress', ADA), 'own_doing'],
    ['what it was given', onIssue(ADA, 'todo', 'bob'), 'not_heard_yet'],
    ["another's question", approval('bob'), 'not_the_requester'],
    ['an open question', approval(ADA), 'not_decided'],
    ['an answer', approval(ADA, 'approved'), 'not_heard_yet'],
  ])('finds the reason in the subject without records: %s', (_, subject, reason) => {
    expect(explainRecords(records(), subject)).toMatchObject({ woken: false, reason, wake: null });
  });

  it('lists the trail, oldest first, each run once', () => {
    const run = { id: 'r', createdAt: at(3), status: 'succeeded' };
    const found = explainRecords(
      records({
        wakes: [wake('delivered', { id: 'w2', createdAt: at(2), runId: 'r' }), wake('delivered')],
        skips: [skip(4)],
        runs: [run, run] as never,
      }),
      comment(null),
    );
    expect(found.trail.map(({ what, id }) => [what, id])).toEqual([
      ['comment', 'c'],
      ['wake', 'w'],
      ['wake', 'w2'],
      ['run', 'r'],
      ['skip', null],
    ]);
    expect(found.run).toMatchObject({ id: 'r' });
  });
});
