/** The companies whose rows a connection may see, as row-level security reads them. */
import { scopeOf, UUID, type Actor, type Scope } from '@muster/contracts';
import { sql, type Statement } from './sql.ts';

/** The Postgres setting that the policies read. */
export const COMPANIES_SETTING = 'muster.companies';
export const EVERY_COMPANY = '*';

/**
 * The companies that a caller's statements may touch. A public caller has none, but its operations
 * find their company by a secret that the caller presents, so every company is visible to them.
 */
export const tenantScopeOf = (actor: Actor): Scope =>
  actor.type === 'public' ? 'all' : scopeOf(actor);

/** The scope as an SQL literal: `SET` takes no parameters, so only ids are let through. */
export function companiesLiteral(scope: Scope): string {
  if (scope === 'all') return `'${EVERY_COMPANY}'`;
  if (!scope.every((id) => UUID.test(id))) throw new Error('a scope consists of ids');
  return `'${scope.join(',')}'`;
}

/** Changes the companies that the statements of a transaction may touch, until its end. */
export const companiesSetting = (companyIds: readonly string[]): Statement =>
  sql`select set_config(${COMPANIES_SETTING}, ${companyIds.join(',')}, true)`;
