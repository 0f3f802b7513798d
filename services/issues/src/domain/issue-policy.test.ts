import type { AgentStatus, IssueStatus, RefusalCode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { type KindOfCaller, kindsOfCaller, verdictOf } from '../../test/fixtures/issue-verdicts.ts';
import { aBlocker, anIssue, ANN, BOB, someFacts } from '../../test/fixtures/issues.ts';
import { allStatuses, isFinal } from './issue-machine.ts';
import {
  allowedTransitions,
  decideRelease,
  refusalOfAssigning,
  refusalOfMove,
} from './issue-policy.ts';
import type { IssueState } from './issue-state.ts';
import { type PolicyFacts, relationOf } from './policy-facts.ts';

/** The callers of the matrix; the issue is assigned to Ann by her manager. */
const callers = {
  board: someFacts({ callerAgentId: null }),
  owner: someFacts({ callerAgentId: ANN }),
  manager: someFacts({ callerAgentId: BOB, callerManagesAssignee: true }),
  other: someFacts({ callerAgentId: BOB }),
  ceoBeforeStrategy: someFacts({
    callerAgentId: BOB,
    callerManagesAssignee: true,
    callerIsCeo: true,
    strategyApproved: false,
  }),
  ceoAfterStrategy: someFacts({
    callerAgentId: BOB,
    callerManagesAssignee: true,
    callerIsCeo: true,
    strategyApproved: true,
  }),
  ownerAssignedFromOutside: someFacts({ callerAgentId: ANN, assignerIsInTeam: false }),
  ownerBlocked: someFacts({ callerAgentId: ANN, openBlockers: [aBlocker] }),
  boardBlocked: someFacts({ openBlockers: [aBlocker] }),
  otherForCeo: someFacts({ callerAgentId: BOB, agentIsCeo: true, strategyApproved: false }),
} satisfies Record<KindOfCaller, PolicyFacts>;

const cases = allStatuses.flatMap((from) =>
  allStatuses
    .filter((to) => to !== from)
    .flatMap((to) =>
      kindsOfCaller.map((caller) => ({ from, to, caller, verdict: verdictOf(from, to, caller) })),
    ),
);

describe('refusalOfMove', () => {
  it('covers every state, every move and every caller', () => {
    expect(cases).toHaveLength(7 * 6 * 10);
    expect(cases.filter(({ verdict }) => verdict === 'yes').length).toBeGreaterThan(60);
  });

  it.each(cases)('$from → $to by $caller: $verdict', ({ from, to, caller, verdict }) => {
    const issue = anIssue(from, { assigneeAgentId: ANN });
    expect(refusalOfMove(issue, to, callers[caller]) ?? 'yes').toBe(verdict);
  });

  it.each(cases)('lists $from → $to for $caller if it is allowed', ({ from, to, ...of }) => {
    const issue = anIssue(from, { assigneeAgentId: ANN });
    const allowed = allowedTransitions(issue, callers[of.caller]);
    expect(allowed.includes(to)).toBe(of.verdict === 'yes');
  });

  it('finishes work in progress if the company requires no review', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN });
    const unreviewed = { ...callers.owner, reviewRequired: false };
    expect(refusalOfMove(issue, 'done', unreviewed)).toBeUndefined();
    expect(refusalOfMove(issue, 'done', { ...callers.other, reviewRequired: false })).toBe(
      'not_the_owner',
    );
    expect(refusalOfMove(anIssue('todo'), 'done', unreviewed)).toBe('illegal_transition');
  });

  it('starts nothing without an assignee', () => {
    expect(refusalOfMove(anIssue('todo'), 'in_progress', callers.board)).toBe('assignee_required');
    const toBe = { assigneeAgentId: ANN, assigneeUserId: null };
    expect(refusalOfMove(anIssue('todo'), 'in_progress', callers.board, toBe)).toBeUndefined();
  });

  it('starts the work of a board user without an agent', () => {
    const issue = anIssue('todo', { assigneeUserId: BOB });
    const facts = { ...callers.other, agentStatus: undefined };
    expect(refusalOfMove(issue, 'in_progress', facts)).toBeUndefined();
  });

  it.each<[AgentStatus | undefined, RefusalCode | undefined]>([
    ['idle', undefined],
    ['running', undefined],
    ['error', undefined],
    ['paused', 'agent_paused'],
    ['pending_approval', 'agent_not_assignable'],
    ['terminated', 'agent_not_assignable'],
    [undefined, 'agent_not_found'],
  ])('starts the work of an agent that is %s: %s', (agentStatus, verdict) => {
    const issue = anIssue('todo', { assigneeAgentId: ANN });
    expect(refusalOfMove(issue, 'in_progress', { ...callers.board, agentStatus })).toBe(verdict);
  });

  it('starts nothing in a paused company, and moves nothing in an archived one', () => {
    const issue = anIssue('blocked', { assigneeAgentId: ANN });
    const paused: PolicyFacts = { ...callers.owner, companyStatus: 'paused' };
    expect(refusalOfMove(issue, 'in_progress', paused)).toBe('company_paused');
    expect(refusalOfMove(issue, 'todo', paused)).toBeUndefined();
    expect(allowedTransitions(issue, { ...paused, companyStatus: 'archived' })).toEqual([]);
  });

  it('leaves to a paused agent, and to one of a paused company, the work that it has', () => {
    const issue = anIssue('blocked', { assigneeAgentId: ANN });
    for (const [facts, code] of [
      [{ callerIsPaused: true }, 'agent_paused'],
      [{ companyStatus: 'paused' }, 'company_paused'],
    ] as const) {
      expect(refusalOfMove(issue, 'todo', { ...callers.owner, ...facts })).toBeUndefined();
      for (const other of [callers.manager, callers.other]) {
        expect(refusalOfMove(issue, 'todo', { ...other, ...facts })).toBe(code);
        expect(allowedTransitions(issue, { ...other, ...facts })).toEqual([]);
        const held = anIssue('in_progress', { assigneeAgentId: ANN });
        expect(decideRelease(held, { ...other, ...facts })).toBe(code);
      }
    }
    const byBoard: PolicyFacts = { ...callers.board, companyStatus: 'paused' };
    expect(refusalOfMove(issue, 'todo', byBoard)).toBeUndefined();
  });

  it('lets any agent cancel unassigned issues, and none an issue of a board user', () => {
    expect(refusalOfMove(anIssue('todo'), 'cancelled', callers.other)).toBeUndefined();
    const users = anIssue('todo', { assigneeUserId: ANN });
    expect(refusalOfMove(users, 'cancelled', callers.other)).toBe('not_the_owner');
    expect(refusalOfMove(users, 'cancelled', callers.board)).toBeUndefined();
  });
});

describe('refusalOfAssigning', () => {
  it('accepts paused agents and refuses pending or terminated ones', () => {
    expect(refusalOfAssigning(someFacts({ agentStatus: 'paused' }))).toBeUndefined();
    expect(refusalOfAssigning(someFacts({ agentStatus: 'pending_approval' }))).toBe(
      'agent_not_assignable',
    );
    expect(refusalOfAssigning(someFacts({ agentStatus: undefined }))).toBe('agent_not_found');
  });
});

describe('decideRelease', () => {
  const held = (status: IssueStatus): IssueState => anIssue(status, { assigneeAgentId: ANN });

  it.each(['board', 'owner', 'manager', 'ceoBeforeStrategy'] as const)(
    'lets the %s release work in progress',
    (caller) => {
      expect(decideRelease(held('in_progress'), callers[caller])).toBe('release');
    },
  );

  it('refuses other agents', () => {
    expect(decideRelease(held('in_progress'), callers.other)).toBe('not_the_owner');
    const users = anIssue('in_progress', { assigneeUserId: BOB });
    expect(decideRelease(users, callers.owner)).toBe('not_the_owner');
  });

  it.each(allStatuses.filter((status) => !isFinal(status)))('lets its owner release %s', (status) =>
    expect(decideRelease(held(status), callers.owner)).toBe('release'),
  );

  it.each(allStatuses.filter(isFinal))('releases nothing from %s', (status) => {
    expect(decideRelease(held(status), callers.owner)).toBe('illegal_transition');
    expect(decideRelease(anIssue(status), callers.board)).toBe('illegal_transition');
  });

  it('recognizes what nobody has, for every caller', () => {
    expect(decideRelease(anIssue('todo'), callers.other)).toBe('already');
    expect(decideRelease(anIssue('blocked'), callers.board)).toBe('already');
    expect(decideRelease(anIssue('backlog'), callers.owner)).toBe('already');
  });

  it('changes nothing in an archived company', () => {
    const archived: PolicyFacts = { ...callers.board, companyStatus: 'archived' };
    expect(decideRelease(held('in_progress'), archived)).toBe('company_archived');
  });
});

describe('relationOf', () => {
  it('distinguishes the board, the owner, its managers and other agents', () => {
    const issue = anIssue('todo', { assigneeAgentId: ANN });
    const stakes = (['board', 'owner', 'manager', 'other'] as const).map((name) =>
      relationOf(issue, callers[name]),
    );
    expect(stakes).toEqual(['board', 'owner', 'manager', 'other']);
  });
});
