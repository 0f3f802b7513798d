import type { IssueStatus, RefusalCode } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { anIssue, ANN, BOB, someFacts } from '../../test/fixtures/issues.ts';
import { explainClaim } from './claim.ts';
import { allStatuses } from './issue-machine.ts';
import type { IssueState } from './issue-state.ts';
import type { PolicyFacts } from './policy-facts.ts';

const byAnn = someFacts({ callerAgentId: ANN });
const claim = (
  issue: IssueState,
  expectedStatuses: readonly IssueStatus[] = allStatuses,
  facts: PolicyFacts = byAnn,
) => explainClaim(issue, { agentId: ANN, expectedStatuses }, facts);

const refusal = (code: RefusalCode) => expect.objectContaining({ code });

describe('explainClaim', () => {
  it.each([
    ['backlog', 'illegal_transition'],
    ['todo', 'claimable'],
    ['in_progress', 'already_claimed'],
    ['in_review', 'claimable'],
    ['blocked', 'claimable'],
    ['done', 'illegal_transition'],
    ['cancelled', 'illegal_transition'],
  ] as const)(
    'explains the claim of an own issue in %s that was expected: %s',
    (status, answer) => {
      const outcome = claim(anIssue(status, { assigneeAgentId: ANN }));
      expect(outcome).toEqual(answer === 'illegal_transition' ? refusal(answer) : answer);
    },
  );

  it.each(allStatuses.filter((status) => status !== 'in_progress'))(
    'names the status of an issue in %s that was not expected',
    (status) => {
      const others = allStatuses.filter((other) => other !== status);
      expect(claim(anIssue(status), others)).toMatchObject({
        code: 'unexpected_status',
        details: { status },
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
        hint: 'pick another issue: GET /api/agents/me/inbox',
        details: { issueId: issue.id, status, assigneeAgentId: BOB, checkoutRunId: null },
      });
    },
  );

  it('refuses an issue of a board user to agents', () => {
    const issue = anIssue('todo', { assigneeUserId: BOB });
    expect(claim(issue)).toEqual(refusal('issue_owned_by_another_agent'));
  });

  it('finds an own issue in progress claimed already, whatever else holds', () => {
    const issue = anIssue('in_progress', { assigneeAgentId: ANN });
    expect(claim(issue, ['todo'], { ...byAnn, agentStatus: 'paused' })).toBe('already_claimed');
  });

  it.each<[string, Partial<PolicyFacts>, RefusalCode]>([
    ['another agent', { callerAgentId: BOB }, 'acting_as_another_agent'],
    ['an unknown agent', { agentStatus: undefined }, 'agent_not_found'],
    ['a paused agent', { agentStatus: 'paused' }, 'agent_paused'],
    ['a pending agent', { agentStatus: 'pending_approval' }, 'agent_not_assignable'],
    ['a terminated agent', { agentStatus: 'terminated' }, 'agent_not_assignable'],
    ['an agent of a paused company', { companyStatus: 'paused' }, 'company_paused'],
    ['an agent of an archived company', { companyStatus: 'archived' }, 'company_archived'],
    [
      'a CEO without a strategy',
      { callerIsCeo: true, strategyApproved: false },
      'strategy_not_approved',
    ],
  ])('refuses %s', (_, facts, code) => {
    expect(claim(anIssue('todo'), ['todo'], { ...byAnn, ...facts })).toEqual(refusal(code));
  });

  it('lets the board claim for a CEO without a strategy', () => {
    const board = someFacts({ strategyApproved: false });
    expect(claim(anIssue('todo'), ['todo'], board)).toBe('claimable');
  });
});
