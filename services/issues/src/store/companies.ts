/** Copies of companies, and the approved strategies that open the gates of their CEOs. */
import {
  MAX_REVIEW_ROUNDS,
  REOPEN_DAYS,
  Refusal,
  type CompanyStatus,
  type ReviewEvidence,
  type ReviewPolicy,
  type Scope,
} from '@muster/contracts';
import { inScope, maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { TimeToReopen } from '../domain/issue-reopening.ts';
import type { IssueState } from '../domain/issue-state.ts';

export interface CompanyCopy {
  readonly companyId: string;
  readonly issuePrefix: string;
  readonly status: CompanyStatus;
  readonly reviewRequired: boolean;
  /** Left out by the release before, which keeps it as it is. */
  readonly reopenDays?: number | undefined;
  /** The same, and so are the next three. */
  readonly reviewPolicy?: ReviewPolicy | undefined;
  readonly reviewerAgentId?: string | null | undefined;
  readonly reviewEvidence?: ReviewEvidence | undefined;
  readonly maxReviewRounds?: number | undefined;
  readonly version: number;
}

/** Saves the copy unless a newer one is there. The counter of issues is not part of the copy. */
export const saveCompany = (db: Db, company: CompanyCopy): Promise<void> =>
  none(
    db,
    sql`
    insert into companies as c (
      company_id, issue_prefix, status, review_required, reopen_days, review_policy,
      reviewer_agent_id, review_evidence, max_review_rounds, version
    )
    values (
      ${company.companyId}, ${company.issuePrefix}, ${company.status}, ${company.reviewRequired},
      coalesce(${company.reopenDays ?? null}::integer, ${REOPEN_DAYS}::integer),
      coalesce(${company.reviewPolicy ?? null}::review_policy, 'anyone'),
      ${company.reviewerAgentId ?? null}::uuid,
      coalesce(${company.reviewEvidence ?? null}::review_evidence, 'none'),
      coalesce(${company.maxReviewRounds ?? null}::integer, ${MAX_REVIEW_ROUNDS}::integer),
      ${company.version}
    )
    on conflict (company_id) do update
    set status = excluded.status, review_required = excluded.review_required,
      reopen_days = coalesce(${company.reopenDays ?? null}::integer, c.reopen_days),
      review_policy = coalesce(${company.reviewPolicy ?? null}::review_policy, c.review_policy),
      reviewer_agent_id = case when ${company.reviewPolicy ?? null}::review_policy is null
        then c.reviewer_agent_id else excluded.reviewer_agent_id end,
      review_evidence =
        coalesce(${company.reviewEvidence ?? null}::review_evidence, c.review_evidence),
      max_review_rounds =
        coalesce(${company.maxReviewRounds ?? null}::integer, c.max_review_rounds),
      version = excluded.version
    where excluded.version > c.version`,
  );

export const findCompany = async (
  db: Db,
  scope: Scope,
  companyId: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from companies where company_id = ${companyId} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export const insertApprovedStrategy = (
  db: Db,
  companyId: string,
  approvalId: string,
  approvedAt: string,
): Promise<void> =>
  none(
    db,
    sql`
    insert into approved_strategies (company_id, approval_id, approved_at)
    values (${companyId}, ${approvalId}, ${approvedAt})
    on conflict (company_id) do nothing`,
  );

/** Refuses writes to an archived company. */
export async function requireWritableCompany(db: Db, companyId: string): Promise<void> {
  const company = await maybeOne<{ status: CompanyStatus }>(
    db,
    sql`
    select status from companies where company_id = ${companyId}`,
  );
  if (!company) throw new Refusal('company_not_found');
  if (company.status === 'archived') throw new Refusal('company_archived');
}

/** Whether an agent may still reopen what it has ended, by the clock of the database. */
export const getTimeToReopen = (
  db: Db,
  { companyId, completedAt, cancelledAt }: IssueState,
): Promise<TimeToReopen> =>
  one<TimeToReopen>(
    db,
    sql`
    select reopen_days, reopen_days > 0 and coalesce(
      now() <= ${completedAt ?? cancelledAt}::timestamptz
        + make_interval(hours => 24 * reopen_days),
      false
    ) as is_in_time
    from companies where company_id = ${companyId}`,
  );
