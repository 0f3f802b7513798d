import type { IssueStatus, RefusalCode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { explainClaim } from './claim.ts';
import { ANN, anIssue, aStanding, BOB } from './issue-examples.ts';
import { allStatuses } from './issue-machine.ts';
import type { IssueState, Standing } from './standing.ts';

const byAnn = aStanding({ callerAgentId: ANN });
const claim = (
  issue: IssueState,
  expectedStatuses: readonly IssueStatus[] = allStatuses,
  standing: Standing = byAnn,
) => explainClaim(issue, { agentId: ANN, expectedStatuses }, standing);

const refusal = (code: RefusalCode) => expect.objectContaining({ code });

describe('explainClaim', () => {
  it.each([
    ['backlog', 'illegal_transition'], ['todo', 'changed'], ['in_progress', 'mine'],
    ['in_review', 'changed'], ['blocked', 'changed'], ['done', 'illegal_transition'],
    ['cancelled', 'illegal_transition'],
  ] as const)('says of an own issue in %s that was expected: %s', (status, answer) => {
    const outcome = claim(anIssue(status, { assigneeAgentId: ANN }));
    expect(outcome).toEqual(answer === 'illegal_transition' ? refusal(answer) : answer);
  });

  it.each(allStatuses.filter((status) => status !== 'in_progress'))(
    'says of an issue in %s that was not expected where it stands',
    (status) => {
      const others = allStatuses.filter((other) => other !== status);
      expect(claim(anIssue(status), others)).toMatchObject({
        code: 'unexpected_status', details: { status },
      });
    },
  );

  it.each(['backlog', 'todo', 'in_progress', 'in_review', 'blocked'] as const)(
    'names the owner of an issue in %s, whatever was expected',
    (status) => {
      const issue = anIssue(status, { assigneeAgentId: BOB });
      expect(claim(issue, ['todo'])).toMatchObject({
        code: 'issue_owned_by_another_agent',
        retryable: false,
        hint: 'pick another issue',
        details: { issueId: issue.id, status, assigneeAgentId: BOB, checkoutRunId: null },
      });
    },
  );

  it('keeps an issue of a board user from agents', () => {
    const issue = anIssue('todo', { assigneeUserId: BOB });
    expect(claim(issue)).toEqual(refusal('issue_owned_by_another_agent'));
  });

  it('is mine in progress, whatever was expected and however I am', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN });
    expect(claim(issue, ['todo'], { ...byAnn, agentStatus: 'paused' })).toBe('mine');
  });

  it.each<[string, Partial<Standing>, RefusalCode]>([
    ['another agent', { callerAgentId: BOB }, 'acting_as_another_agent'],
    ['an unknown agent', { agentStatus: undefined }, 'agent_not_found'],
    ['a paused agent', { agentStatus: 'paused' }, 'agent_paused'],
    ['a pending agent', { agentStatus: 'pending_approval' }, 'agent_not_assignable'],
    ['a terminated agent', { agentStatus: 'terminated' }, 'agent_not_assignable'],
    ['an agent of a paused company', { companyStatus: 'paused' }, 'company_paused'],
    ['an agent of an archived company', { companyStatus: 'archived' }, 'company_archived'],
    ['a CEO without a strategy', { callerIsCeo: true, strategyApproved: false },
      'strategy_not_approved'],
  ])('refuses %s', (_, standing, code) => {
    expect(claim(anIssue('todo'), ['todo'], { ...byAnn, ...standing })).toEqual(refusal(code));
  });

  it('lets the board claim for a CEO without a strategy', () => {
    const board = aStanding({ strategyApproved: false });
    expect(claim(anIssue('todo'), ['todo'], board)).toBe('changed');
  });
});
