/**
 * The policy of reviews: who gives the verdict, and what has to stand on an issue before. The nearest of
 * issue, project and company counts.
 */
import { invalidField, type ReviewEvidence, type ReviewPolicy } from '@muster/contracts';
import { lowerCaseId } from '../lower-case-id.ts';

export interface ReviewRule {
  readonly policy: ReviewPolicy;
  /** Whom `named` names: one of the two. */
  readonly agentId: string | null;
  readonly userId: string | null;
  readonly evidence: ReviewEvidence;
}

/** What an issue or a project says itself; null: it inherits. */
export interface OwnRule {
  readonly reviewPolicy: ReviewPolicy | null;
  readonly reviewerAgentId: string | null;
  readonly reviewerUserId: string | null;
  readonly reviewEvidence: ReviewEvidence | null;
}

export const noOwnRule: OwnRule = {
  reviewPolicy: null,
  reviewerAgentId: null,
  reviewerUserId: null,
  reviewEvidence: null,
};

/** As the specification has it. */
export const anyoneReviews: ReviewRule = {
  policy: 'anyone',
  agentId: null,
  userId: null,
  evidence: 'none',
};

export const ruleOf = (
  { reviewPolicy: policy, reviewerAgentId, reviewerUserId, reviewEvidence }: OwnRule,
  inherited: ReviewRule,
): ReviewRule => ({
  ...(policy === null ? inherited : { policy, agentId: reviewerAgentId, userId: reviewerUserId }),
  evidence: reviewEvidence ?? inherited.evidence,
});

export const ruleFields = Object.keys(noOwnRule) as (keyof OwnRule)[];

/** The fields of a rule that differ. */
export const changedRule = (before: OwnRule, after: OwnRule): (keyof OwnRule)[] =>
  ruleFields.filter((field) => before[field] !== after[field]);

type RulePatch = { readonly [Field in keyof OwnRule]?: OwnRule[Field] | undefined };

/**
 * The fields with their one reviewer, or none: `named` has one, a new one replaces the other, and who names
 * a reviewer without a policy means `named`.
 */
export function withReviewer<T extends OwnRule>(given: T, patch: RulePatch): T {
  if (ruleFields.every((field) => patch[field] === undefined)) return given;
  const { reviewerAgentId: agent, reviewerUserId: user } = patch;
  const isImplied = patch.reviewPolicy === undefined && (agent ?? user ?? null) !== null;
  const next: T = isImplied ? { ...given, reviewPolicy: 'named' } : given;
  if (next.reviewPolicy !== 'named') {
    if (agent ?? user) {
      throw invalidField(
        [agent ? 'reviewerAgentId' : 'reviewerUserId'],
        'only with reviewPolicy named',
      );
    }
    return { ...next, reviewerAgentId: null, reviewerUserId: null };
  }
  if (agent && user) throw invalidField(['reviewerUserId'], ONE_REVIEWER);
  if (agent) return { ...next, reviewerUserId: null };
  if (user) return { ...next, reviewerAgentId: null };
  if ((next.reviewerAgentId ?? next.reviewerUserId) === null) {
    throw invalidField(['reviewerAgentId'], ONE_REVIEWER);
  }
  return next;
}

const ONE_REVIEWER = 'reviewPolicy named needs one of reviewerAgentId and reviewerUserId';

/** The rule of a project after a patch; what it leaves out stays. */
export function ruleAfterPatch(before: OwnRule, patch: RulePatch): OwnRule {
  const idOf = (field: 'reviewerAgentId' | 'reviewerUserId') =>
    patch[field] === undefined ? before[field] : (lowerCaseId(patch[field]) ?? null);
  const next: OwnRule = {
    reviewPolicy: patch.reviewPolicy === undefined ? before.reviewPolicy : patch.reviewPolicy,
    reviewerAgentId: idOf('reviewerAgentId'),
    reviewerUserId: idOf('reviewerUserId'),
    reviewEvidence:
      patch.reviewEvidence === undefined ? before.reviewEvidence : patch.reviewEvidence,
  };
  return withReviewer(next, patch);
}

const strictness: Readonly<Record<ReviewPolicy, number>> = {
  anyone: 0,
  not_author: 1,
  person: 2,
  named: 2,
};

/** Whether work could end under the second rule that could not under the first. */
export function isLaxer(before: ReviewRule, after: ReviewRule): boolean {
  if (before.evidence !== 'none' && after.evidence !== before.evidence) return true;
  const same =
    before.policy === after.policy &&
    before.agentId === after.agentId &&
    before.userId === after.userId;
  if (same) return false;
  return strictness[after.policy] < strictness[before.policy] || strictness[before.policy] >= 2;
}
