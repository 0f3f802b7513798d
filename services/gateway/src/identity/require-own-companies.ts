/** A token is limited to companies that its user sees; an instance admin sees all there are. */
import { Refusal, scopeOf, type TokenLimits, type UserActor } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { findCompany } from '../copies/store/companies.ts';

export async function requireOwnCompanies(
  db: Db,
  user: UserActor,
  { companies }: TokenLimits,
): Promise<void> {
  for (const companyId of companies ?? []) {
    if (await findCompany(db, scopeOf(user), companyId)) continue;
    throw new Refusal('company_not_found', { field: 'companies', companyId });
  }
}
