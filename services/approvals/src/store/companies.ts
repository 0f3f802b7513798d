/** Copies of companies: that they exist, and whether they take writes. */
import { Refusal, type CompanySnapshot } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';

/** A snapshot of the release before does not have the setting, which then stays as it is. */
export const saveCompany = (
  db: Db,
  { companyId, status, approvalsNeedAnother, version }: CompanySnapshot,
) =>
  none(
    db,
    sql`
    insert into companies as c (company_id, status, approvals_need_another, version)
    values (
      ${companyId}, ${status}, coalesce(${approvalsNeedAnother ?? null}::boolean, false), ${version}
    )
    on conflict (company_id) do update
    set status = excluded.status,
      approvals_need_another =
        coalesce(${approvalsNeedAnother ?? null}::boolean, c.approvals_need_another),
      version = excluded.version
    where excluded.version > c.version`,
  );

interface CompanyCopy {
  readonly companyId: string;
  readonly status: string;
  /** Who asked for an approval, or last changed its payload, may not decide it. */
  readonly approvalsNeedAnother: boolean;
}

export const findCompany = (db: Db, companyId: string): Promise<CompanyCopy | undefined> =>
  maybeOne<CompanyCopy>(
    db,
    sql`
    select company_id, status, approvals_need_another from companies
    where company_id = ${companyId}`,
  );

/** Refuses writes to an archived company. */
export async function requireWritableCompany(db: Db, companyId: string): Promise<void> {
  const company = await findCompany(db, companyId);
  if (!company) throw new Refusal('company_not_found');
  if (company.status === 'archived') throw new Refusal('company_archived');
}
