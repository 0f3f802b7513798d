/** Which companies' rows a connection may see, as the policies read it (see `walls.ts`). */
import { scopeOf, type Actor, type Scope } from '@muster/contracts';

export const COMPANIES_SETTING = 'muster.companies';
export const EVERY_COMPANY = '*';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a caller's statements may touch. The public has no company; what is open to it finds the
 * company by a secret that the caller shows.
 */
export const wallOf = (actor: Actor): Scope => actor.type === 'public' ? 'all' : scopeOf(actor);

/** The scope as a literal of SQL: `SET` takes no parameters, so nothing but ids gets through. */
export function companiesLiteral(scope: Scope): string {
  if (scope === 'all') return `'${EVERY_COMPANY}'`;
  if (!scope.every((id) => UUID.test(id))) throw new Error('a scope is made of ids');
  return `'${scope.join(',')}'`;
}
