import { describe, expect, it } from 'vitest';
import { anIssue, ANN, BOB, someFacts } from '../../test/fixtures/issues.ts';
import { bindingAfter, refusalOfCancelling, unbound } from './issue-cancellation.ts';

const CAT = '01990000-0000-7000-8000-00000000000c';
/** Ann had the issue from a board user and gave it away. */
const boundToAnn = { boundAgentId: ANN, boundByAgentId: null, boundByUserId: CAT };
const ofAnn = { assigneeAgentId: ANN, assignedByUserId: CAT };
const annFromOutside = someFacts({ callerAgentId: ANN, assignerIsInTeam: false });

describe('bindingAfter', () => {
  it('binds what a caller without the right to cancel gives away', () => {
    expect(bindingAfter(anIssue('todo', ofAnn), annFromOutside)).toEqual(boundToAnn);
    const other = someFacts({ callerAgentId: BOB });
    expect(bindingAfter(anIssue('todo', ofAnn), other)).toEqual(boundToAnn);
  });

  it('keeps an assignment that binds the caller', () => {
    const issue = anIssue('todo', { ...boundToAnn, assigneeAgentId: BOB, assignedByAgentId: ANN });
    expect(bindingAfter(issue, someFacts({ callerAgentId: BOB }))).toEqual(boundToAnn);
    const byManagerOfBob = someFacts({ callerAgentId: CAT, callerManagesAssignee: true });
    expect(bindingAfter(issue, byManagerOfBob)).toEqual(boundToAnn);
  });

  it('binds the later assignment if the earlier one does not bind the caller', () => {
    const issue = anIssue('todo', { ...ofAnn, boundAgentId: BOB, boundByAgentId: BOB });
    const facts = { ...annFromOutside, bindingIsOfTeam: true };
    expect(bindingAfter(issue, facts)).toEqual(boundToAnn);
  });

  it('binds nothing after an assignment by a caller who may cancel', () => {
    const bound = anIssue('todo', { ...boundToAnn, assigneeAgentId: BOB, assignedByAgentId: ANN });
    const manager = { callerManagesAssignee: true, bindingIsOfTeam: true };
    expect(bindingAfter(bound, someFacts())).toEqual(unbound);
    expect(bindingAfter(bound, someFacts({ callerAgentId: CAT, ...manager }))).toEqual(unbound);
    expect(bindingAfter(anIssue('todo', ofAnn), someFacts({ callerAgentId: ANN }))).toEqual(
      unbound,
    );
  });
});

describe('refusalOfCancelling', () => {
  const given = anIssue('todo', { ...boundToAnn, assigneeAgentId: BOB, assignedByAgentId: ANN });

  it('refuses whom the earlier assignment binds, in each relation to the issue', () => {
    const callers = [
      someFacts({ callerAgentId: BOB }),
      someFacts({ callerAgentId: ANN, callerManagesAssignee: true }),
    ];
    for (const facts of callers) {
      expect(refusalOfCancelling(given, facts)).toBe('cancel_needs_manager');
    }
    const released = anIssue('todo', boundToAnn);
    expect(refusalOfCancelling(released, someFacts({ callerAgentId: CAT }))).toBe(
      'cancel_needs_manager',
    );
  });

  it('lets the board, managers of the bound agent and the team of its assigner cancel', () => {
    expect(refusalOfCancelling(given, someFacts())).toBeUndefined();
    const facts = someFacts({ callerAgentId: BOB, bindingIsOfTeam: true });
    expect(refusalOfCancelling(given, facts)).toBeUndefined();
  });

  it('lets an agent cancel what its manager assigned to it', () => {
    const facts = { callerAgentId: BOB, assignerManagesCaller: true };
    expect(refusalOfCancelling(given, someFacts(facts))).toBeUndefined();
  });
});
