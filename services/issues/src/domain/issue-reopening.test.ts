import { describe, expect, it } from 'vitest';
import { ANN, anIssue, BOB, LONG_AGO, someFacts } from '../../test/fixtures/issues.ts';
import { allStatuses, isFinal } from './issue-machine.ts';
import { decideReopening, refusalOfReopening } from './issue-reopening.ts';

const inTime = { reopenDays: 7, isInTime: true };
const late = { reopenDays: 7, isInTime: false };
const ofAnn = someFacts({ callerAgentId: ANN });
const endedBy = (endedByAgentId: string | null) => anIssue('done', { endedByAgentId });

describe('refusalOfReopening', () => {
  it.each(allStatuses)('lets the board reopen only what has ended: %s', (status) => {
    const refusal = isFinal(status) ? undefined : 'illegal_transition';
    expect(refusalOfReopening(anIssue(status), someFacts(), late)).toBe(refusal);
  });

  it.each([
    ['its own end, in time', ANN, inTime, undefined],
    ['its own end, too late', ANN, late, 'reopen_needs_board'],
    ['the end of another', BOB, inTime, 'reopen_needs_board'],
    ['an end by the board, or of a former release', null, inTime, 'reopen_needs_board'],
  ] as const)('answers an agent: %s', (_, agentId, time, refusal) => {
    expect(refusalOfReopening(endedBy(agentId), ofAnn, time)).toBe(refusal);
  });

  it('gives a manager no right that the agent lacks', () => {
    const manager = { ...ofAnn, callerManagesAssignee: true };
    expect(refusalOfReopening(endedBy(BOB), manager, inTime)).toBe('reopen_needs_board');
  });

  it('lets no agent reopen what it has ended while it is paused', () => {
    const paused = { ...ofAnn, callerIsPaused: true };
    expect(refusalOfReopening(endedBy(ANN), paused, inTime)).toBe('agent_paused');
  });
});

describe('decideReopening', () => {
  const issue = anIssue('cancelled', {
    assigneeAgentId: ANN,
    assignedByAgentId: BOB,
    endedByAgentId: ANN,
    startedAt: LONG_AGO,
  });

  it('keeps the first start and the assignment, and ends the end', () => {
    const { next, changes, reassigned } = decideReopening(issue, ofAnn, true);
    expect(next).toEqual({ ...issue, status: 'todo', cancelledAt: null, endedByAgentId: null });
    expect(changes).toEqual({ status: { from: 'cancelled', to: 'todo' } });
    expect(reassigned).toBe(false);
  });

  it('takes the issue from whom no work can be assigned to', () => {
    const { next, reassigned } = decideReopening(issue, someFacts(), false);
    expect(next).toMatchObject({ assigneeAgentId: null, assignedByAgentId: null });
    expect(reassigned).toBe(true);
  });
});
