/** A company as it is stored, how it is shown and told, and how its settings change. */
import { Refusal, type Company, type CompanySnapshot, type CompanyStatus } from '@muster/contracts';

export type CompanyRow = Company;

export type CompanySettings = Pick<
  Company,
  | 'name' | 'description' | 'budgetMonthlyCents' | 'requireBoardApprovalForNewAgents'
  | 'reviewRequired' | 'timeZone'
>;

export type CompanyPatch = {
  readonly [K in keyof CompanySettings]?: CompanySettings[K] | undefined;
} & { readonly status?: CompanyStatus | undefined };

/** The company after a patch, or nothing where it changes nothing. Archived ones only come back. */
export function patched(company: CompanyRow, patch: CompanyPatch): CompanyRow | undefined {
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
  };
  const changed = Object.entries(wanted).some(
    ([key, value]) => value !== company[key as keyof CompanyRow],
  );
  if (!changed) return undefined;
  const staysArchived = company.status === 'archived' && wanted.status === 'archived';
  if (staysArchived) throw new Refusal('company_archived');
  return wanted;
}

export const companySnapshot = (row: CompanyRow): CompanySnapshot => ({
  companyId: row.id,
  name: row.name,
  issuePrefix: row.issuePrefix,
  status: row.status,
  budgetMonthlyCents: row.budgetMonthlyCents,
  requireBoardApprovalForNewAgents: row.requireBoardApprovalForNewAgents,
  reviewRequired: row.reviewRequired,
  timeZone: row.timeZone,
  version: row.version,
});
