import {
  RECEIPT_EVENTS_MAX,
  RECEIPT_LIST_MAX,
  RunReceipt,
  type Activity,
  type Run,
} from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { receiptOf, type ReceiptParts } from './run-receipt.ts';

const idOf = (n: number): string => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [runId, companyId, agentId, issueId] = [idOf(1), idOf(2), idOf(3), idOf(4)] as const;
const at = (minute: number): string =>
  `2026-11-20T18:${String(minute % 60).padStart(2, '0')}:00.000Z`;

const run: Run = {
  id: runId,
  companyId,
  agentId,
  source: 'timer',
  reason: null,
  status: 'succeeded',
  epoch: 1,
  issueId,
  wakeReason: null,
  context: { wakes: [] },
  startedAt: at(1),
  finishedAt: at(9),
  exitCode: 0,
  signal: null,
  error: null,
  errorCode: null,
  usage: null,
  resultSummary: 'Counted.',
  logBytes: 10,
  createdAt: at(0),
  warnings: [{ code: 'usage_ignored' }],
  work: {
    branch: 'muster/PX-7-ann',
    commitCount: 1,
    commits: [{ sha: '3f2a91c0'.repeat(5), subject: 'Mend the roof' }],
    files: 2,
  },
};
const noSums = {
  costCents: 0,
  unknownCents: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  events: 0,
};
const cost = { ...noSums, byModel: [], more: false };

const issue = { issueId, identifier: 'ACM-1', title: 'Count' };
const eventOf = (action: string, minute: number, more: Partial<Activity> = {}): Activity => ({
  id: idOf(100 + minute),
  companyId,
  service: 'issues',
  seq: minute + 1,
  actorType: 'agent',
  actorId: agentId,
  actorName: 'Ann',
  action,
  entityType: 'issue',
  entityId: issueId,
  agentId,
  runId,
  requestId: null,
  causedBy: null,
  createdAt: at(minute),
  ...more,
  details: { ...issue, ...more.details },
});
const changeOf = (minute: number, changes: Activity['details']): Activity =>
  eventOf('issue.updated', minute, { details: { changes } });

/** Events are given in the order in which they happened. */
const receipt = (parts: Partial<ReceiptParts>): RunReceipt =>
  RunReceipt.strict().parse(
    receiptOf({
      run,
      cost,
      refused: [],
      excerpts: new Map([[idOf(5), 'Done.']]),
      ...parts,
      issues: 'issues' in parts ? parts.issues?.toReversed() : [],
      approvals: 'approvals' in parts ? parts.approvals?.toReversed() : [],
    }),
  );

describe('the receipt of a run', () => {
  it('has a list for each kind of event, in the order in which they happened', () => {
    const commentId = idOf(5);
    const details = { commentId, excerpt: '', mentions: [] };
    const { issues } = receipt({
      issues: [
        eventOf('issue.checked_out', 1),
        eventOf('issue.created', 2, { details: { issueId: idOf(6) } }),
        eventOf('issue.commented', 3, { details }),
        eventOf('issue.released', 4),
        eventOf('issue.checked_out', 5),
      ],
    });
    expect(issues).toEqual({
      checkedOut: {
        count: 2,
        items: [
          { ...issue, at: at(1) },
          { ...issue, at: at(5) },
        ],
        more: false,
      },
      created: { count: 1, items: [{ ...issue, issueId: idOf(6), at: at(2) }], more: false },
      changed: { count: 0, items: [], more: false },
      comments: {
        count: 1,
        items: [{ ...issue, commentId, excerpt: 'Done.', at: at(3) }],
        more: false,
      },
      released: { count: 1, items: [{ ...issue, at: at(4) }], more: false },
    });
  });

  it('has each changed issue once, from its first status to its last one', () => {
    const { issues } = receipt({
      issues: [
        changeOf(1, { status: { from: 'in_progress', to: 'in_review' } }),
        changeOf(2, { title: { from: 'Sum', to: 'Count' } }),
        changeOf(3, { status: { from: 'in_review', to: 'done' }, priority: { from: 1, to: 2 } }),
      ],
    });
    expect(issues?.changed.items).toEqual([
      {
        ...issue,
        fields: ['priority', 'status', 'title'],
        status: { from: 'in_progress', to: 'done' },
        at: at(3),
      },
    ]);
  });

  it('has no status of an issue whose status was not changed', () => {
    const { issues } = receipt({ issues: [changeOf(1, { title: { from: 'Sum', to: 'Count' } })] });
    expect(issues?.changed.items).toMatchObject([{ fields: ['title'], status: null }]);
  });

  it('has nothing that a service, another agent or another run has done', () => {
    const { issues } = receipt({
      issues: [
        eventOf('issue.created', 1, { actorType: 'system', actorId: 'approvals' }),
        eventOf('issue.created', 2, { actorId: idOf(7) }),
        eventOf('issue.created', 3, { runId: idOf(8) }),
        eventOf('issue.created', 4, { runId: null }),
      ],
    });
    expect(issues?.created.count).toBe(0);
  });

  it('has the approvals that the run has asked for, and not those that it was told about', () => {
    const approval = { approvalId: idOf(9), type: 'request_board_approval', issueIds: [issueId] };
    const { approvals } = receipt({
      approvals: [
        eventOf('approval.created', 1, { details: approval }),
        eventOf('approval.commented', 2, { details: approval }),
      ],
    });
    expect(approvals).toEqual({ count: 1, items: [{ ...approval, at: at(1) }], more: false });
  });

  it('counts the entries that a list has no room for', () => {
    const events = Array.from({ length: RECEIPT_LIST_MAX + 1 }, (_, n) =>
      eventOf('issue.created', n),
    );
    const { issues, incomplete } = receipt({ issues: events });
    expect(issues?.created).toMatchObject({ count: RECEIPT_LIST_MAX + 1, more: true });
    expect(issues?.created.items).toHaveLength(RECEIPT_LIST_MAX);
    expect(incomplete).toBeUndefined();
  });

  it('names the parts of which it has only the newest events', () => {
    const events = Array.from({ length: RECEIPT_EVENTS_MAX }, (_, n) =>
      eventOf('issue.created', n),
    );
    expect(receipt({ issues: events }).incomplete).toEqual(['issues']);
    expect(receipt({ cut: { approvals: true } }).incomplete).toEqual(['approvals']);
  });

  it('names the parts that could not be read, and has the others', () => {
    const found = receipt({ issues: undefined, cost: undefined });
    expect(found).toMatchObject({ issues: null, cost: null, approvals: { count: 0 } });
    expect(found.unavailable).toEqual(['issues', 'cost']);
    expect(receipt({})).not.toHaveProperty('unavailable');
  });

  it('counts what was refused by code, and names the newest calls', () => {
    const refusedCall = (operation: string, code: string, count: number, minute: number) => ({
      operation,
      code,
      count,
      lastAt: at(minute),
    });
    const refused = [
      refusedCall('getIssue', 'issue_not_found', 2, 9),
      refusedCall('updateIssue', 'board_only', 4, 8),
      ...Array.from({ length: 20 }, (_, n) => refusedCall(`op${n}`, 'issue_not_found', 1, 7)),
    ];
    const { refusals } = receipt({ refused });
    expect(refusals).toEqual({
      count: 26,
      byCode: [
        { code: 'issue_not_found', count: 22 },
        { code: 'board_only', count: 4 },
      ],
      items: refused.slice(0, 20),
      more: true,
    });
    expect(receipt({}).refusals).toEqual({ count: 0, byCode: [], items: [], more: false });
  });

  it('says how the run ended, without the text that it was woken with', () => {
    const { run: shown } = receipt({});
    expect(shown).toMatchObject({
      status: 'succeeded',
      resultSummary: 'Counted.',
      warnings: [{ code: 'usage_ignored' }],
      work: run.work,
    });
    expect(shown).not.toHaveProperty('context');
  });
});
