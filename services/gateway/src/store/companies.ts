/** The local copy of companies: that they exist, and whether they may still be changed. */
import { inScope, maybeOne, none, sql, type Db } from '@muster/service-kit';
import { Refusal, type CompanySnapshot, type CompanyStatus, type Scope } from '@muster/contracts';

export const saveCompany = (db: Db, { companyId, status, version }: CompanySnapshot) =>
  none(db, sql`
    insert into companies as c (company_id, status, version)
    values (${companyId}, ${status}, ${version})
    on conflict (company_id) do update
    set status = excluded.status, version = excluded.version
    where excluded.version > c.version`);

export const findCompany = async (
  db: Db,
  scope: Scope,
  companyId: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(db, sql`
    select company_id from companies where company_id = ${companyId} and ${inScope(scope)}`);
  return found?.companyId;
};

/** Refuses to write to an archived company. */
export async function assertOpenCompany(db: Db, companyId: string): Promise<void> {
  const company = await maybeOne<{ status: CompanyStatus }>(db, sql`
    select status from companies where company_id = ${companyId}`);
  if (company?.status === 'archived') throw new Refusal('company_archived');
}
