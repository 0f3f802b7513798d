/** A company as it is stored, and how its settings change. */
import { invalidField, Refusal, type Company, type CompanyStatus } from '@muster/contracts';

/** Without the gaps of an answer of the release before. */
export type CompanyRow = Required<Company>;

export type CompanySettings = Pick<
  CompanyRow,
  | 'name'
  | 'description'
  | 'budgetMonthlyCents'
  | 'requireBoardApprovalForNewAgents'
  | 'reviewRequired'
  | 'timeZone'
  | 'approvalsNeedAnother'
  | 'stopsEndedWork'
  | 'reopenDays'
  | 'reviewPolicy'
  | 'reviewerAgentId'
  | 'reviewEvidence'
  | 'maxReviewRounds'
>;

export type CompanyPatch = {
  readonly [K in keyof CompanySettings]?: CompanySettings[K] | undefined;
} & { readonly status?: CompanyStatus | undefined };

/**
 * The company after a patch; nothing if the patch changes nothing. An archived company changes only
 * by leaving the archive.
 */
export function patchCompany(company: CompanyRow, patch: CompanyPatch): CompanyRow | undefined {
  const wanted: CompanyRow = {
    ...company,
    name: patch.name ?? company.name,
    description: patch.description ?? company.description,
    status: patch.status ?? company.status,
    budgetMonthlyCents: patch.budgetMonthlyCents ?? company.budgetMonthlyCents,
    requireBoardApprovalForNewAgents:
      patch.requireBoardApprovalForNewAgents ?? company.requireBoardApprovalForNewAgents,
    reviewRequired: patch.reviewRequired ?? company.reviewRequired,
    timeZone: patch.timeZone ?? company.timeZone,
    approvalsNeedAnother: patch.approvalsNeedAnother ?? company.approvalsNeedAnother,
    stopsEndedWork: patch.stopsEndedWork ?? company.stopsEndedWork,
    reopenDays: patch.reopenDays ?? company.reopenDays,
    reviewPolicy: policyAfter(company, patch),
    reviewerAgentId: reviewerAfter(company, patch),
    reviewEvidence: patch.reviewEvidence ?? company.reviewEvidence,
    maxReviewRounds: patch.maxReviewRounds ?? company.maxReviewRounds,
  };
  const changed = Object.entries(wanted).some(
    ([key, value]) => value !== company[key as keyof CompanyRow],
  );
  if (!changed) return undefined;
  const staysArchived = company.status === 'archived' && wanted.status === 'archived';
  if (company.erasesAt !== null) throw new Refusal('company_being_erased');
  if (staysArchived) throw new Refusal('company_archived');
  return wanted;
}

type ReviewRule = Pick<CompanySettings, 'reviewPolicy' | 'reviewerAgentId'>;
type ReviewPatch = Pick<CompanyPatch, 'reviewPolicy' | 'reviewerAgentId'>;

/** Who names a reviewer without a policy means `named`. */
const policyAfter = (before: ReviewRule, { reviewPolicy, reviewerAgentId }: ReviewPatch) =>
  reviewPolicy ?? (reviewerAgentId ? 'named' : before.reviewPolicy);

/** The reviewer that `named` names; another policy has none. */
function reviewerAfter(before: ReviewRule, patch: ReviewPatch): string | null {
  const policy = policyAfter(before, patch);
  const given = patch.reviewerAgentId?.toLowerCase();
  if (policy !== 'named') {
    if (given === undefined) return null;
    throw invalidField(['reviewerAgentId'], 'only with reviewPolicy named');
  }
  const kept = patch.reviewerAgentId === undefined ? before.reviewerAgentId : null;
  const reviewer = given ?? kept ?? null;
  if (reviewer === null) {
    throw invalidField(['reviewerAgentId'], 'reviewPolicy named needs the agent that it names');
  }
  return reviewer;
}
