/** A token is limited to companies that its user sees; an instance admin sees all there are. */
import { Refusal, type TokenLimits, type UserActor } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import { findCompany } from '../copies/store/companies.ts';
import { narrows } from '../upstream/token-limits.ts';

export async function requireOwnCompanies(
  db: Db,
  { companies: own }: UserActor,
  limits: TokenLimits,
): Promise<void> {
  const scope = own === 'all' ? own : own.map(({ companyId }) => companyId);
  if (own === 'all' && limits.companies === null && narrows(limits)) {
    const message = 'an instance admin names the companies of a token with limits';
    throw new Refusal('invalid_input', [{ path: ['companies'], code: 'required', message }]);
  }
  for (const companyId of limits.companies ?? []) {
    if (!(await findCompany(db, scope, companyId))) {
      throw new Refusal('company_not_found', { field: 'companies', companyId });
    }
  }
}
