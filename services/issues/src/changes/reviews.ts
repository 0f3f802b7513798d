/** Reviews that a change asks for or decides, and changes of who decides them. */
import { Refusal, type Actor, type Comment, type issues } from '@muster/contracts';
import type { Context, Db } from '@muster/service-kit';
import { type Author, callerAgentIdOf } from '../domain/author.ts';
import type { IssueState, ReviewState } from '../domain/issue-state.ts';
import type { PolicyFacts } from '../domain/policy-facts.ts';
import { evidenceMissing, hasLink } from '../domain/reviewing/evidence.ts';
import {
  changedRule,
  isLaxer,
  type OwnRule,
  type ReviewRule,
  ruleOf,
} from '../domain/reviewing/review-rule.ts';
import { skipsReview } from '../domain/reviewing/verdict-right.ts';
import { handedOver, handedOverBy, reviewBetween, type Review } from '../domain/reviews.ts';
import { emitReview } from '../events.ts';
import { findReviewer } from '../store/overviews/reviews.ts';
import {
  getInheritedRule,
  hasLinkInComments,
  hasOwn,
  requireReviewer,
} from '../store/reviewing/review-rules.ts';
import type { Changed } from './change-effects.ts';

/** By whom an issue is changed, and the comment of the change. */
export interface Change {
  readonly author: Author;
  readonly comment: string | undefined;
}

/** What a change means for the review of an issue. */
export interface ReviewChange {
  /** Who decides an issue that is handed over, and its round; nothing for another change. */
  readonly review: Partial<ReviewState>;
  /** A person ends it without the review that its policy asks for. */
  readonly isUnreviewed: boolean;
}

export async function reviewAfter(
  db: Db,
  before: IssueState,
  next: IssueState,
  facts: PolicyFacts,
  { author, comment }: Change,
): Promise<ReviewChange> {
  const rule = await ruleAfter(db, before, next, facts, author);
  if (next.status !== 'in_review' || before.status === 'in_review') {
    return { review: {}, isUnreviewed: skipsReview(before, next.status, facts) };
  }
  await requireEvidence(db, next, rule, author, comment);
  const reviewer = await findReviewer(db, next, rule, handedOverBy(next, author));
  const review = handedOver(next, reviewer, author, facts.maxReviewRounds);
  return { review, isUnreviewed: false };
}

/** What counts after the change. An agent makes it no laxer, by a policy or by another project. */
async function ruleAfter(
  db: Db,
  before: IssueState,
  next: IssueState,
  facts: PolicyFacts,
  author: Author,
): Promise<ReviewRule> {
  await requireRuleOfBoard(db, next.companyId, before, next, author);
  if (next.projectId === before.projectId) return ruleOf(next, facts.inheritedRule);
  const after = ruleOf(next, await getInheritedRule(db, next.companyId, next.projectId));
  if (author.agentId !== null && isLaxer(ruleOf(before, facts.inheritedRule), after)) {
    throw new Refusal('board_only', { fields: ['projectId'] }, HINT_OF_PROJECT);
  }
  return after;
}

const HINT_OF_PROJECT =
  'in that project the work would be reviewed by a laxer policy, and only the board makes it so: ' +
  'leave projectId as it is, or ask in a comment';

/** A policy is set by the board, and names only who is of the company. */
export async function requireRuleOfBoard(
  db: Db,
  companyId: string,
  before: OwnRule,
  next: OwnRule,
  { agentId, userId }: Author,
): Promise<void> {
  const fields = changedRule(before, next);
  if (fields.length === 0) return;
  if (agentId !== null) throw new Refusal('board_only', { fields }, HINT_OF_FIELDS);
  await requireReviewer(db, companyId, before, next, userId);
}

const HINT_OF_FIELDS =
  'who reviews work is decided by the board: leave the fields in details out, or ask in a comment';

async function requireEvidence(
  db: Db,
  next: IssueState,
  rule: ReviewRule,
  { agentId, userId }: Author,
  comment: string | undefined,
): Promise<void> {
  if (rule.evidence === 'none') return;
  if (rule.evidence === 'link' && hasLink(next.description, comment)) return;
  const stands =
    rule.evidence === 'link'
      ? await hasLinkInComments(db, next, agentId ?? userId)
      : await hasOwn(db, next, rule.evidence);
  if (!stands) throw evidenceMissing(rule);
}

export const reviewOf = (
  { before, saved }: Pick<Changed, 'before' | 'saved'>,
  actor: Actor,
): Review | undefined => reviewBetween(before, saved, callerAgentIdOf(actor));

/** With the comment of the change. */
export const tellReview = (
  review: Review,
  saved: IssueState,
  comment: Comment | null,
  emit: Context<typeof issues>['emit'],
): void => emitReview(review, saved, comment?.id ?? null, emit);
