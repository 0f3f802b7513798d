import type { IssueReview } from '@muster/contracts';
import type { IssueState } from '../issue-state.ts';
import type { PolicyFacts } from '../policy-facts.ts';
import { ruleOf } from './review-rule.ts';
import { mayDecide, whoMay } from './verdict-right.ts';

/** The policy that counts for an issue, how far its review is, and whether the caller decides it. */
export function showReview(issue: IssueState, facts: PolicyFacts): IssueReview {
  const rule = ruleOf(issue, facts.inheritedRule);
  const isInReview = issue.status === 'in_review';
  const may = mayDecide(issue, facts);
  return {
    policy: rule.policy,
    namedAgentId: rule.agentId,
    namedUserId: rule.userId,
    evidence: rule.evidence,
    rounds: issue.reviewRounds,
    maxRounds: facts.maxReviewRounds,
    authorAgentId: issue.reviewAuthorAgentId,
    reviewerAgentId: isInReview ? issue.reviewAgentId : null,
    reviewerUserId: isInReview ? issue.reviewUserId : null,
    mayDecide: isInReview && may,
    ...(may ? {} : { whoMay: whoMay(rule) }),
  };
}
