/** The copy of companies: that they exist, and whether they still take writes. */
import { Refusal, type CompanySnapshot } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';

export const saveCompany = (db: Db, { companyId, status, version }: CompanySnapshot) =>
  none(db, sql`
    insert into companies as c (company_id, status, version)
    values (${companyId}, ${status}, ${version})
    on conflict (company_id) do update set status = excluded.status, version = excluded.version
    where excluded.version > c.version`);

export const findCompany = (
  db: Db,
  companyId: string,
): Promise<{ companyId: string; status: string } | undefined> =>
  maybeOne(db, sql`select company_id, status from companies where company_id = ${companyId}`);

/** Archived companies are read-only. */
export async function assertWritable(db: Db, companyId: string): Promise<void> {
  const company = await findCompany(db, companyId);
  if (!company) throw new Refusal('company_not_found');
  if (company.status === 'archived') throw new Refusal('company_archived');
}
