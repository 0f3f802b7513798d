/** What the checkouts of issues are made from. */
import { many, maybeOne, sql, type Db } from '@muster/service-kit';

export interface Checkout {
  readonly identifier: string;
  readonly repoRef: string | null;
}

/** A workspace in another folder says nothing about this one. */
export const findCheckout = (
  db: Db,
  {
    companyId,
    issueId,
    cwd,
  }: { readonly companyId: string; readonly issueId: string; readonly cwd: string },
): Promise<Checkout | undefined> =>
  maybeOne<Checkout>(
    db,
    sql`
    select i.identifier, (
      select w.repo_ref from workspaces w
      where w.project_id = i.project_id and w.company_id = i.company_id
        and (w.cwd = ${cwd} or (w.cwd is null and w.is_primary))
      order by w.cwd is null, w.id limit 1
    ) as repo_ref
    from issues i where i.company_id = ${companyId} and i.id = ${issueId}`,
  );

export async function listEnded(
  db: Db,
  companyId: string,
  issueIds: readonly string[],
): Promise<string[]> {
  const ended = await many<{ identifier: string }>(
    db,
    sql`
    select identifier from issues
    where company_id = ${companyId} and id = any(${issueIds}::uuid[])
      and status in ('done', 'cancelled')
    order by id limit ${issueIds.length}`,
  );
  return ended.map(({ identifier }) => identifier);
}
