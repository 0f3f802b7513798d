/** Copies of the ids of issues, so that only existing issues are linked. */
import { many, noneAwaited, sql, type Db } from '@muster/service-kit';

export const saveIssues = (
  db: Db,
  issues: readonly { readonly companyId: string; readonly issueId: string }[],
) =>
  noneAwaited(
    db,
    sql`
    insert into issues (issue_id, company_id)
    select * from unnest(
      ${issues.map(({ issueId }) => issueId)}::uuid[],
      ${issues.map(({ companyId }) => companyId)}::uuid[]
    )
    on conflict (issue_id) do nothing`,
  );

/** Those of the ids that name no issue of the company, in their order. At most fifty. */
export async function listUnknownIssues(
  db: Db,
  companyId: string,
  issueIds: readonly string[],
): Promise<string[]> {
  if (issueIds.length === 0) return [];
  const unknown = await many<{ issueId: string }>(
    db,
    sql`
    select wanted.issue_id from unnest(${issueIds}::uuid[]) as wanted (issue_id)
    where not exists (
      select from issues i where i.company_id = ${companyId} and i.issue_id = wanted.issue_id
    )
    order by wanted.issue_id limit 50`,
  );
  return unknown.map(({ issueId }) => issueId);
}
