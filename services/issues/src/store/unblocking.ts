/** Issues whose last blocker has ended. */
import { many, sql, type Db } from '@muster/service-kit';
import type { IssueSnapshotRow } from './comments.ts';
import { snapshotColumns } from './issue-columns.ts';

export interface Unblocked {
  /** Those that no open issue blocks any more. */
  readonly issues: readonly IssueSnapshotRow[];
  /** The last dependent that was looked at; undefined if there are no more. */
  readonly last: string | undefined;
}

/**
 * Of the open issues that this one blocks, a page in the order of their ids, and those of it whose last
 * blocker this was. They are locked before their blockers are read: of two blockers that end at the same
 * time, the second waits for the first and then sees its end. The caller has taken the company's lock
 * before its issue's.
 */
export async function listUnblocked(
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<Unblocked> {
  const waiting = await many<{ id: string }>(
    db,
    sql`
    select i.id from issues_in_scope i
    where i.company_id = ${companyId} and i.blocked_by_issue_ids <> '{}'
      and i.blocked_by_issue_ids @> array[${id}::uuid]
      and i.status not in ('done', 'cancelled')
      and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id limit ${limit} for no key update`,
  );
  if (waiting.length === 0) return { issues: [], last: undefined };
  const issues = await many<IssueSnapshotRow>(
    db,
    sql`
    select ${snapshotColumns} from issues i
    where i.company_id = ${companyId}
      and i.id = any(${waiting.map((issue) => issue.id)}::uuid[])
      and not exists (
        select from issues b
        where b.company_id = ${companyId} and b.id = any(i.blocked_by_issue_ids)
          and b.status not in ('done', 'cancelled')
      )
    order by i.id limit ${limit}`,
  );
  return { issues, last: waiting.length < limit ? undefined : waiting.at(-1)?.id };
}
