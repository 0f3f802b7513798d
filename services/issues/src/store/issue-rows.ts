/** Finding and locking the issue that a request names. */
import { Refusal, UUID, type Scope } from '@muster/contracts';
import { inScope, maybeOne, sql, type Db, type Statement } from '@muster/service-kit';

/** By id, or by identifier in any case: each has its own index. */
const nameCondition = (ref: string): Statement =>
  UUID.test(ref) ? sql`i.id = ${ref}` : sql`i.identifier = ${ref.toUpperCase()}`;

/** The issue that a request names, if its caller may see it. */
export const isIssue = (ref: string, scope: Scope): Statement =>
  sql`${nameCondition(ref)} and ${inScope(scope, sql`i.company_id`)}`;

export const findCompanyOfIssue = async (
  db: Db,
  scope: Scope,
  ref: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select i.company_id from issues i where ${isIssue(ref, scope)} limit 1`,
  );
  return found?.companyId;
};

export interface IssueKey {
  readonly id: string;
  readonly companyId: string;
}

export async function getIssueKey(db: Db, scope: Scope, ref: string): Promise<IssueKey> {
  const found = await maybeOne<IssueKey>(
    db,
    sql`
    select i.id, i.company_id from issues i where ${isIssue(ref, scope)} limit 1`,
  );
  if (!found) throw new Refusal('issue_not_found');
  return found;
}
