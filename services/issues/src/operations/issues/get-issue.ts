import { Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { callerOf } from '../../domain/author.ts';
import { showHold } from '../../domain/holds/held.ts';
import { allowedTransitions } from '../../domain/issue-policy.ts';
import { showReview } from '../../domain/reviewing/shown-review.ts';
import { findDetail } from '../../store/issue-detail.ts';
import { showIssue } from '../../views.ts';

export const getIssue: Handler<typeof issues, 'getIssue'> = async (
  { issueId },
  { db, actor, scope },
) => {
  const found = await findDetail(db, scope, issueId, callerOf(actor));
  if (!found) throw new Refusal('issue_not_found');
  const { issue, facts, project, goal, ancestors, truncated } = found;
  return {
    ...showIssue(issue),
    project,
    goal,
    ancestors,
    ...(truncated ? { truncated } : {}),
    allowedTransitions: allowedTransitions(issue, facts),
    hold: showHold(facts.hold),
    review: showReview(issue, facts),
  };
};
