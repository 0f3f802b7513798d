/** Copies of companies: whether their agents can run at all. */
import type { CompanySnapshot, CompanyStatus, Scope } from '@muster/contracts';
import { inScope, maybeOne, sql, type Db } from '@muster/service-kit';

/** False where a newer snapshot is already saved. */
export async function saveCompany(
  db: Db,
  { companyId, status, stopsEndedWork, version }: CompanySnapshot,
): Promise<boolean> {
  const saved = await maybeOne(
    db,
    sql`
    insert into companies as c (company_id, status, stops_ended_work, version)
    values (
      ${companyId}, ${status}, coalesce(${stopsEndedWork ?? null}::boolean, true), ${version}
    )
    on conflict (company_id) do update set status = excluded.status,
      stops_ended_work = coalesce(${stopsEndedWork ?? null}::boolean, c.stops_ended_work),
      version = excluded.version
    where excluded.version > c.version
    returning company_id`,
  );
  return saved !== undefined;
}

const hasStatus =
  (status: CompanyStatus) =>
  async (db: Db, companyId: string): Promise<boolean> => {
    const found = await maybeOne(
      db,
      sql`
      select company_id from companies where company_id = ${companyId} and status = ${status}`,
    );
    return found !== undefined;
  };

export const isArchived = hasStatus('archived');
export const isActive = hasStatus('active');

export const locateCompany = async (
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
