/** The gateway's copy of companies: their existence and status. */
import { Refusal, type CompanySnapshot, type CompanyStatus, type Scope } from '@muster/contracts';
import { inScope, many, maybeOne, none, sql, type Db } from '@muster/service-kit';

export const saveCompany = (db: Db, { companyId, status, version }: CompanySnapshot) =>
  none(
    db,
    sql`
    insert into companies as c (company_id, status, version)
    values (${companyId}, ${status}, ${version})
    on conflict (company_id) do update
    set status = excluded.status, version = excluded.version
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

/** Those of the companies that exist and that the caller may see. */
export const listKnownCompanies = (
  db: Db,
  scope: Scope,
  companyIds: readonly string[],
): Promise<{ companyId: string }[]> =>
  many(
    db,
    sql`
    select company_id from companies
    where company_id = any(${companyIds}::uuid[]) and ${inScope(scope)}
    order by company_id limit ${companyIds.length}`,
  );

export interface LockedCompany {
  readonly status: CompanyStatus;
}

/** Serializes writes that depend on other rows of the company, such as its last owner. */
export async function lockCompany(db: Db, companyId: string): Promise<LockedCompany> {
  const company = await maybeOne<LockedCompany>(
    db,
    sql`
    select status from companies where company_id = ${companyId} for update`,
  );
  if (!company) throw new Refusal('company_not_found');
  return company;
}

export function requireNotArchived({ status }: LockedCompany): void {
  if (status === 'archived') throw new Refusal('company_archived');
}

/** Refuses an archived company without locking it. */
export async function requireOpenCompany(db: Db, companyId: string): Promise<void> {
  const company = await maybeOne<LockedCompany>(
    db,
    sql`
    select status from companies where company_id = ${companyId}`,
  );
  if (company) requireNotArchived(company);
}
