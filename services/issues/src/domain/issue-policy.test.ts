import type { AgentStatus, IssueStatus, RefusalCode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { allStatuses } from './issue-machine.ts';
import { allowedTransitions, judgeRelease, refusalOfAssigning, refusalOfMove } from
  './issue-policy.ts';
import { anIssue, aStanding, ANN, BOB } from './issue-examples.ts';
import { kindsOfCaller, verdictOf, type KindOfCaller } from './issue-verdicts.ts';
import { stakeOf, type IssueState, type Standing } from './standing.ts';

/** The callers of the matrix, as they stand to an issue that Ann has by her manager's word. */
const callers = {
  board: aStanding({ callerAgentId: null }),
  owner: aStanding({ callerAgentId: ANN }),
  manager: aStanding({ callerAgentId: BOB, callerManagesAssignee: true }),
  other: aStanding({ callerAgentId: BOB }),
  ceoBeforeStrategy: aStanding({
    callerAgentId: BOB, callerManagesAssignee: true, callerIsCeo: true, strategyApproved: false,
  }),
  ceoAfterStrategy: aStanding({
    callerAgentId: BOB, callerManagesAssignee: true, callerIsCeo: true, strategyApproved: true,
  }),
  ownerAssignedFromOutside: aStanding({ callerAgentId: ANN, assignerIsInTeam: false }),
} satisfies Record<KindOfCaller, Standing>;

const cases = allStatuses.flatMap((from) =>
  allStatuses.filter((to) => to !== from).flatMap((to) =>
    kindsOfCaller.map((caller) => ({ from, to, caller, verdict: verdictOf(from, to, caller) }))));

describe('refusalOfMove', () => {
  it('is asked about every state, every move and every caller', () => {
    expect(cases).toHaveLength(7 * 6 * 7);
    expect(cases.filter(({ verdict }) => verdict === 'yes').length).toBeGreaterThan(60);
  });

  it.each(cases)('$from → $to by $caller: $verdict', ({ from, to, caller, verdict }) => {
    const issue = anIssue(from, { assigneeAgentId: ANN });
    expect(refusalOfMove(issue, to, callers[caller]) ?? 'yes').toBe(verdict);
  });

  it.each(cases)('tells $caller beforehand about $from → $to', ({ from, to, ...of }) => {
    const issue = anIssue(from, { assigneeAgentId: ANN });
    const allowed = allowedTransitions(issue, callers[of.caller]);
    expect(allowed.includes(to)).toBe(of.verdict === 'yes');
  });

  it('finishes work in progress where the company asks for no review', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN });
    const unreviewed = { ...callers.owner, reviewRequired: false };
    expect(refusalOfMove(issue, 'done', unreviewed)).toBeUndefined();
    expect(refusalOfMove(issue, 'done', { ...callers.other, reviewRequired: false }))
      .toBe('not_the_owner');
    expect(refusalOfMove(anIssue('todo'), 'done', unreviewed)).toBe('illegal_transition');
  });

  it('starts nothing without an assignee', () => {
    expect(refusalOfMove(anIssue('todo'), 'in_progress', callers.board)).toBe('assignee_required');
    const toBe = { assigneeAgentId: ANN, assigneeUserId: null };
    expect(refusalOfMove(anIssue('todo'), 'in_progress', callers.board, toBe)).toBeUndefined();
  });

  it('starts the work of a board user without asking for an agent', () => {
    const issue = anIssue('todo', { assigneeUserId: BOB });
    const standing = { ...callers.other, agentStatus: undefined };
    expect(refusalOfMove(issue, 'in_progress', standing)).toBeUndefined();
  });

  it.each<[AgentStatus | undefined, RefusalCode | undefined]>([
    ['idle', undefined], ['running', undefined], ['error', undefined], ['paused', 'agent_paused'],
    ['pending_approval', 'agent_not_assignable'], ['terminated', 'agent_not_assignable'],
    [undefined, 'agent_not_found'],
  ])('starts the work of an agent that is %s: %s', (agentStatus, verdict) => {
    const issue = anIssue('todo', { assigneeAgentId: ANN });
    expect(refusalOfMove(issue, 'in_progress', { ...callers.board, agentStatus })).toBe(verdict);
  });

  it('starts nothing in a paused company, and moves nothing in an archived one', () => {
    const issue = anIssue('blocked', { assigneeAgentId: ANN });
    const paused: Standing = { ...callers.owner, companyStatus: 'paused' };
    expect(refusalOfMove(issue, 'in_progress', paused)).toBe('company_paused');
    expect(refusalOfMove(issue, 'todo', paused)).toBeUndefined();
    expect(allowedTransitions(issue, { ...paused, companyStatus: 'archived' })).toEqual([]);
  });

  it('lets any agent cancel what nobody has, and none what a board user has', () => {
    expect(refusalOfMove(anIssue('todo'), 'cancelled', callers.other)).toBeUndefined();
    const users = anIssue('todo', { assigneeUserId: ANN });
    expect(refusalOfMove(users, 'cancelled', callers.other)).toBe('not_the_owner');
    expect(refusalOfMove(users, 'cancelled', callers.board)).toBeUndefined();
  });
});

describe('refusalOfAssigning', () => {
  it('gives work to paused agents and not to pending or terminated ones', () => {
    expect(refusalOfAssigning(aStanding({ agentStatus: 'paused' }))).toBeUndefined();
    expect(refusalOfAssigning(aStanding({ agentStatus: 'pending_approval' })))
      .toBe('agent_not_assignable');
    expect(refusalOfAssigning(aStanding({ agentStatus: undefined }))).toBe('agent_not_found');
  });
});

describe('judgeRelease', () => {
  const held = (status: IssueStatus): IssueState => anIssue(status, { assigneeAgentId: ANN });

  it.each(['board', 'owner', 'manager', 'ceoBeforeStrategy'] as const)(
    'lets the %s give work in progress back',
    (caller) => {
      expect(judgeRelease(held('in_progress'), callers[caller])).toBe('release');
    },
  );

  it('keeps it from other agents', () => {
    expect(judgeRelease(held('in_progress'), callers.other)).toBe('not_the_owner');
    const users = anIssue('in_progress', { assigneeUserId: BOB });
    expect(judgeRelease(users, callers.owner)).toBe('not_the_owner');
  });

  it.each(allStatuses.filter((status) => status !== 'in_progress'))(
    'gives nothing back from %s',
    (status) => expect(judgeRelease(held(status), callers.owner)).toBe('illegal_transition'),
  );

  it('knows what was given back already, whoever asks again', () => {
    expect(judgeRelease(anIssue('todo'), callers.other)).toBe('already');
    expect(judgeRelease(anIssue('blocked'), callers.board)).toBe('illegal_transition');
  });

  it('changes nothing in an archived company', () => {
    const archived: Standing = { ...callers.board, companyStatus: 'archived' };
    expect(judgeRelease(held('in_progress'), archived)).toBe('company_archived');
  });
});

describe('stakeOf', () => {
  it('knows the board, the owner, its managers and the others', () => {
    const issue = anIssue('todo', { assigneeAgentId: ANN });
    const stakes = (['board', 'owner', 'manager', 'other'] as const).map((name) =>
      stakeOf(issue, callers[name]));
    expect(stakes).toEqual(['board', 'owner', 'manager', 'other']);
  });
});
