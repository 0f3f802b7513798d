import { Refusal, type RefusalCode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { assigneeAfter, decideBirth, decideUpdate, type Patch } from './issue-changes.ts';
import { ANN, anIssue, aStanding, BOB, LONG_AGO, NOW } from './issue-examples.ts';
import { isFinal, moves } from './issue-machine.ts';
import type { IssueState, Standing } from './standing.ts';

const RUN = '01990000-0000-7000-8000-0000000000ff';
const ann = { agentId: ANN, userId: null, runId: RUN };
const board = { agentId: null, userId: BOB, runId: null };

const update = (
  issue: IssueState,
  patch: Patch,
  standing: Partial<Standing> = {},
  author = board,
) => decideUpdate(issue, patch, aStanding(standing), author, NOW);

const refused = (code: RefusalCode) => expect.objectContaining({ code });

describe('decideUpdate', () => {
  it('changes nothing when it is asked for what is there already', () => {
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

  it('dates what is done and what is cancelled', () => {
    const reviewed = anIssue('in_review', { startedAt: LONG_AGO });
    const done = update(reviewed, { status: 'done' }).next;
    expect([done.completedAt, done.cancelledAt]).toEqual([NOW, null]);
    const cancelled = update(reviewed, { status: 'cancelled' }).next;
    expect([cancelled.completedAt, cancelled.cancelledAt]).toEqual([null, NOW]);
  });

  it('lets nothing leave what is final', () => {
    expect(isFinal('done')).toBe(true);
    expect(isFinal('cancelled')).toBe(true);
    for (const { from } of Object.values(moves)) {
      expect(from).not.toContain('done');
      expect(from).not.toContain('cancelled');
    }
  });

  it('names the moves there are when it refuses one', () => {
    expect(() => update(anIssue('backlog'), { status: 'done' })).toThrow(
      expect.objectContaining({
        code: 'illegal_transition',
        details: { from: 'backlog', to: 'done', allowed: ['todo', 'cancelled'] },
      }),
    );
  });

  it('keeps the status of work that is reassigned and forgets its run', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN, checkoutRunId: RUN });
    const { next, reassigned } = update(issue, { assigneeAgentId: BOB });
    expect(reassigned).toBe(true);
    expect(next).toMatchObject({
      status: 'in_progress', assigneeAgentId: BOB, checkoutRunId: null, assignedByUserId: BOB,
    });
  });

  it('takes the assignee from no work in progress, unless it moves it at once', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN });
    expect(() => update(issue, { assigneeAgentId: null })).toThrow(refused('assignee_required'));
    expect(() => update(issue, { assigneeUserId: null })).not.toThrow();
    const { next } = update(issue, { assigneeAgentId: null, status: 'blocked' });
    expect(next).toMatchObject({
      status: 'blocked', assigneeAgentId: null, assignedByUserId: null,
    });
  });

  it('forgets the run of work that leaves in_progress', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN, checkoutRunId: RUN });
    expect(update(issue, { status: 'in_review' }, {}, ann as never).next.checkoutRunId).toBeNull();
  });

  it('assigns and starts in one step', () => {
    const { next } = update(anIssue('todo'), { assigneeAgentId: ANN, status: 'in_progress' });
    expect(next).toMatchObject({ status: 'in_progress', assigneeAgentId: ANN, startedAt: NOW });
  });

  it('refuses agents that cannot be given work', () => {
    for (const agentStatus of ['pending_approval', 'terminated'] as const) {
      expect(() => update(anIssue('todo'), { assigneeAgentId: ANN }, { agentStatus }))
        .toThrow(refused('agent_not_assignable'));
    }
    expect(() => update(anIssue('todo'), { assigneeAgentId: ANN }, { agentStatus: undefined }))
      .toThrow(expect.objectContaining({ code: 'agent_not_found', details: {
        field: 'assigneeAgentId' } }));
    expect(() => update(anIssue('todo'), { assigneeAgentId: ANN }, { agentStatus: 'paused' }))
      .not.toThrow();
  });

  it('refuses everything in an archived company', () => {
    expect(() => update(anIssue('todo'), { title: 'New' }, { companyStatus: 'archived' }))
      .toThrow(refused('company_archived'));
  });

  it('lists what changed and leaves long text out', () => {
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

  it('has one assignee, whatever is named', () => {
    expect(assigneeAfter(agents, {})).toEqual(agents);
    expect(assigneeAfter(agents, { assigneeUserId: BOB })).toEqual(users);
    expect(assigneeAfter(users, { assigneeAgentId: ANN.toUpperCase() })).toEqual(agents);
    expect(assigneeAfter(users, { assigneeAgentId: null })).toEqual(users);
    expect(assigneeAfter(users, { assigneeUserId: null })).toEqual({
      assigneeAgentId: null, assigneeUserId: null,
    });
  });

  it('refuses two', () => {
    expect(() => assigneeAfter(agents, { assigneeAgentId: ANN, assigneeUserId: BOB }))
      .toThrow(Refusal);
  });
});

describe('decideBirth', () => {
  const nobody = { assigneeAgentId: null, assigneeUserId: null };
  const withAnn = { assigneeAgentId: ANN, assigneeUserId: null };

  it.each([
    ['backlog', null, null, null], ['todo', null, null, null], ['in_review', null, null, null],
    ['blocked', null, null, null], ['done', null, NOW, null], ['cancelled', null, null, NOW],
  ] as const)('dates an issue that is born %s', (status, startedAt, completedAt, cancelledAt) => {
    expect(decideBirth(status, nobody, aStanding(), board, NOW)).toMatchObject({
      startedAt, completedAt, cancelledAt,
    });
  });

  it('starts an issue that is born in progress, for somebody who may work', () => {
    expect(decideBirth('in_progress', withAnn, aStanding(), ann, NOW)).toMatchObject({
      startedAt: NOW, checkoutRunId: RUN,
    });
    expect(() => decideBirth('in_progress', nobody, aStanding(), ann, NOW))
      .toThrow(refused('assignee_required'));
    const gated = aStanding({ callerAgentId: ANN, callerIsCeo: true, strategyApproved: false });
    expect(() => decideBirth('in_progress', withAnn, gated, ann, NOW))
      .toThrow(refused('strategy_not_approved'));
    expect(() => decideBirth('todo', withAnn, gated, ann, NOW)).not.toThrow();
  });
});
