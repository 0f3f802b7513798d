import { Refusal, type RefusalCode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { anIssue, ANN, BOB, LONG_AGO, NOW, someFacts } from '../../test/fixtures/issues.ts';
import { assigneeAfter } from './assignment.ts';
import { decideCreation, decideUpdate, requireCreatable } from './issue-changes.ts';
import type { IssuePatch } from './issue-fields.ts';
import { allStatuses, isFinal, issueMoves } from './issue-machine.ts';
import type { IssueState } from './issue-state.ts';
import type { PolicyFacts } from './policy-facts.ts';

const RUN = '01990000-0000-7000-8000-0000000000ff';
const ann = { agentId: ANN, userId: null, runId: RUN };
const board = { agentId: null, userId: BOB, runId: null };

const update = (
  issue: IssueState,
  patch: IssuePatch,
  facts: Partial<PolicyFacts> = {},
  author = board,
) => decideUpdate(issue, patch, someFacts(facts), author, NOW);

const refused = (code: RefusalCode) => expect.objectContaining({ code });

describe('decideUpdate', () => {
  it('changes nothing if the patch has the current values', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN });
    const patch = { status: 'in_progress', title: 'An issue', assigneeAgentId: ANN } as const;
    expect(update(issue, patch)).toEqual({ next: issue, changes: {}, reassigned: false });
  });

  it('sets the start on the first entry and keeps it on the next', () => {
    const fresh = anIssue('todo', { assigneeAgentId: ANN });
    expect(update(fresh, { status: 'in_progress' }).next.startedAt).toBe(NOW);
    const again = anIssue('in_review', { assigneeAgentId: ANN, startedAt: LONG_AGO });
    expect(update(again, { status: 'in_progress' }).next.startedAt).toBe(LONG_AGO);
  });

  it('dates done and cancelled issues', () => {
    const reviewed = anIssue('in_review', { startedAt: LONG_AGO });
    const done = update(reviewed, { status: 'done' }).next;
    expect([done.completedAt, done.cancelledAt]).toEqual([NOW, null]);
    const cancelled = update(reviewed, { status: 'cancelled' }).next;
    expect([cancelled.completedAt, cancelled.cancelledAt]).toEqual([null, NOW]);
  });

  it('has no move but a reopening out of a final status', () => {
    expect(allStatuses.filter(isFinal)).toEqual(['done', 'cancelled']);
    const { reopen, ...others } = issueMoves;
    expect(reopen).toMatchObject({ from: ['done', 'cancelled'], to: 'todo', by: 'reopen' });
    for (const { from } of Object.values(others)) {
      expect(from).not.toContain('done');
      expect(from).not.toContain('cancelled');
    }
  });

  it('lists the allowed moves if it refuses one', () => {
    expect(() => update(anIssue('backlog'), { status: 'done' })).toThrow(
      expect.objectContaining({
        code: 'illegal_transition',
        details: { from: 'backlog', to: 'done', allowed: ['todo', 'cancelled'] },
      }),
    );
  });

  it('leads on from an issue that has ended', () => {
    expect(() => update(anIssue('done'), { status: 'todo' })).toThrow(
      expect.objectContaining({
        code: 'illegal_transition',
        hint: expect.stringContaining('POST /api/companies/:companyId/issues'),
      }),
    );
  });

  it('keeps the status of reassigned work and clears its run', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN, checkoutRunId: RUN });
    const { next, reassigned } = update(issue, { assigneeAgentId: BOB });
    expect(reassigned).toBe(true);
    expect(next).toMatchObject({
      status: 'in_progress',
      assigneeAgentId: BOB,
      checkoutRunId: null,
      assignedByUserId: BOB,
    });
  });

  it('refuses to unassign work in progress, unless it moves at once', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN });
    expect(() => update(issue, { assigneeAgentId: null })).toThrow(refused('assignee_required'));
    expect(() => update(issue, { assigneeUserId: null })).not.toThrow();
    const { next } = update(issue, { assigneeAgentId: null, status: 'blocked' });
    expect(next).toMatchObject({
      status: 'blocked',
      assigneeAgentId: null,
      assignedByUserId: null,
    });
  });

  it('clears the run of work that leaves in_progress', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN, checkoutRunId: RUN });
    expect(update(issue, { status: 'in_review' }, {}, ann as never).next.checkoutRunId).toBeNull();
  });

  it('assigns and starts in one step', () => {
    const { next } = update(anIssue('todo'), { assigneeAgentId: ANN, status: 'in_progress' });
    expect(next).toMatchObject({ status: 'in_progress', assigneeAgentId: ANN, startedAt: NOW });
  });

  it('refuses agents that cannot be assigned', () => {
    for (const agentStatus of ['pending_approval', 'terminated'] as const) {
      expect(() => update(anIssue('todo'), { assigneeAgentId: ANN }, { agentStatus })).toThrow(
        refused('agent_not_assignable'),
      );
    }
    expect(() =>
      update(anIssue('todo'), { assigneeAgentId: ANN }, { agentStatus: undefined }),
    ).toThrow(
      expect.objectContaining({
        code: 'agent_not_found',
        details: {
          field: 'assigneeAgentId',
        },
      }),
    );
    expect(() =>
      update(anIssue('todo'), { assigneeAgentId: ANN }, { agentStatus: 'paused' }),
    ).not.toThrow();
  });

  it('refuses everything in an archived company', () => {
    expect(() => update(anIssue('todo'), { title: 'New' }, { companyStatus: 'archived' })).toThrow(
      refused('company_archived'),
    );
  });

  it('lists the changes and leaves long text out', () => {
    const issue = anIssue('backlog', { description: 'old' });
    const patch = { title: 'New', description: 'new', priority: 'high', status: 'todo' } as const;
    expect(update(issue, patch).changes).toEqual({
      title: { from: 'An issue', to: 'New' },
      description: { from: null, to: null },
      priority: { from: 'medium', to: 'high' },
      status: { from: 'backlog', to: 'todo' },
    });
  });
});

describe('assigneeAfter', () => {
  const agents = { assigneeAgentId: ANN, assigneeUserId: null };
  const users = { assigneeAgentId: null, assigneeUserId: BOB };

  it('has one assignee, whatever the patch names', () => {
    expect(assigneeAfter(agents, {})).toEqual(agents);
    expect(assigneeAfter(agents, { assigneeUserId: BOB })).toEqual(users);
    expect(assigneeAfter(users, { assigneeAgentId: ANN.toUpperCase() })).toEqual(agents);
    expect(assigneeAfter(users, { assigneeAgentId: null })).toEqual(users);
    expect(assigneeAfter(users, { assigneeUserId: null })).toEqual({
      assigneeAgentId: null,
      assigneeUserId: null,
    });
  });

  it('refuses two', () => {
    expect(() => assigneeAfter(agents, { assigneeAgentId: ANN, assigneeUserId: BOB })).toThrow(
      Refusal,
    );
  });
});

describe('decideCreation', () => {
  const nobody = { assigneeAgentId: null, assigneeUserId: null };
  const withAnn = { assigneeAgentId: ANN, assigneeUserId: null };

  it.each([
    ['backlog', null, null, null],
    ['todo', null, null, null],
    ['in_review', null, null, null],
    ['blocked', null, null, null],
    ['done', null, NOW, null],
    ['cancelled', null, null, NOW],
  ] as const)(
    'dates an issue that is created %s',
    (status, startedAt, completedAt, cancelledAt) => {
      expect(decideCreation(status, nobody, board, NOW)).toMatchObject({
        startedAt,
        completedAt,
        cancelledAt,
      });
    },
  );

  it('starts an issue that is created in progress', () => {
    expect(decideCreation('in_progress', withAnn, ann, NOW)).toMatchObject({
      startedAt: NOW,
      checkoutRunId: RUN,
    });
  });

  it('is refused in progress unless its assignee may work', () => {
    expect(() => requireCreatable('in_progress', withAnn, someFacts())).not.toThrow();
    expect(() => requireCreatable('in_progress', nobody, someFacts())).toThrow(
      refused('assignee_required'),
    );
    const gated = someFacts({ callerAgentId: ANN, callerIsCeo: true, strategyApproved: false });
    expect(() => requireCreatable('in_progress', withAnn, gated)).toThrow(
      refused('strategy_not_approved'),
    );
    expect(() => requireCreatable('todo', withAnn, gated)).not.toThrow();
  });
});
