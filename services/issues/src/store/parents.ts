/** Refuses parents that do not exist or would make a cycle. */
import { Refusal } from '@muster/contracts';
import { maybeOne, one, sql, type Db } from '@muster/service-kit';

export async function requireParent(db: Db, companyId: string, parentId: string): Promise<void> {
  const found = await maybeOne(
    db,
    sql`
    select id from issues where id = ${parentId} and company_id = ${companyId}`,
  );
  if (!found) throw new Refusal('issue_not_found', { field: 'parentId' });
}

/**
 * Refuses a parent that is the issue itself or below it. Two concurrent moves could make a cycle
 * that neither sees: the caller holds the company's lock.
 */
export async function requireAcyclicParent(
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  parentId: string,
): Promise<void> {
  await requireParent(db, companyId, parentId);
  const { circular } = await one<{ circular: boolean }>(
    db,
    sql`
    with recursive up (id) as (
      select ${parentId}::uuid
      union
      select i.parent_id from up join issues i on i.id = up.id where i.parent_id is not null
    )
    select exists (select from up where id = ${id}) as circular`,
  );
  if (circular) throw new Refusal('would_make_cycle', { field: 'parentId' });
}
