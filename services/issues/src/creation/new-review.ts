/** What the policy of reviews says of an issue that is created in review, or as done. */
import type { issues, IssueStatus } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { requireRuleOfBoard } from '../changes/reviews.ts';
import type { Assignee } from '../domain/assignment.ts';
import { authorOf, callerOf } from '../domain/author.ts';
import type { WritableFields } from '../domain/issue-fields.ts';
import { evidenceMissing, hasLink } from '../domain/reviewing/evidence.ts';
import { changedRule, noOwnRule, ruleOf } from '../domain/reviewing/review-rule.ts';
import { refusalOfVerdict, reviewNotYours } from '../domain/reviewing/verdict-right.ts';
import { unreviewed } from '../domain/reviews.ts';
import { getInheritedRule } from '../store/reviewing/review-rules.ts';

interface New {
  readonly companyId: string;
  readonly status: IssueStatus;
  readonly assignee: Assignee;
  readonly fields: WritableFields;
}

/** Most issues are created as neither, without a policy: they read nothing. */
export const isOfReview = ({ status, fields }: Pick<New, 'status' | 'fields'>): boolean =>
  status === 'in_review' || status === 'done' || changedRule(noOwnRule, fields).length > 0;

export async function requireReviewable(
  { companyId, status, assignee, fields }: New,
  { db, actor, runId }: Context<typeof issues>,
): Promise<void> {
  if (changedRule(noOwnRule, fields).length > 0) {
    await requireRuleOfBoard(db, companyId, noOwnRule, fields, authorOf(actor, runId));
  }
  if (status !== 'in_review' && status !== 'done') return;
  const inheritedRule = await getInheritedRule(db, companyId, fields.projectId);
  const { agentId: callerAgentId, userId: callerUserId, owned } = callerOf(actor);
  const callerIsOwner = owned === 'all' || owned.includes(companyId);
  const facts = { callerAgentId, callerUserId, callerIsOwner, inheritedRule };
  if (status === 'done') {
    const begun = { ...fields, ...assignee, ...unreviewed, status: 'in_progress' as const };
    if (refusalOfVerdict(begun, 'done', facts)) throw reviewNotYours(begun, facts);
    return;
  }
  const rule = ruleOf(fields, inheritedRule);
  const stands = rule.evidence === 'link' && hasLink(fields.description);
  // Nothing is of an issue that is not there yet.
  if (rule.evidence !== 'none' && !stands) throw evidenceMissing(rule);
}
