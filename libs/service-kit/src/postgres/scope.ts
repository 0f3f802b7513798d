/** The tenant predicate: part of every statement that reads or changes a company's rows. */
import type { Scope } from '@muster/contracts';
import { sql, type Statement } from './sql.ts';

/** `where … and ${inScope(scope)}`; name the column if a join makes it ambiguous. */
export const inScope = (
  scope: Scope,
  column: Statement = { text: 'company_id', values: [] },
): Statement => {
  if (scope === 'all') return { text: 'true', values: [] };
  const [only] = scope;
  return scope.length === 1
    ? sql`${column} = ${only}::uuid`
    : sql`${column} = any(${scope}::uuid[])`;
};
