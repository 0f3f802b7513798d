/** Issues whose last blocker has ended. */
import { many, sql, type Db } from '@muster/service-kit';
import type { IssueSnapshotRow } from './comments.ts';
import { snapshotColumns } from './issue-columns.ts';

/** Most issues that the end of one blocker unblocks. */
const DEPENDENTS_MAX = 1_000;

/**
 * Open issues whose last blocker this was. They are locked before their blockers are read: of two
 * blockers that end at the same time, the second waits for the first and then sees its end, so that
 * exactly one of them is the last. The caller has taken the company's lock before its issue's.
 */
export async function listUnblocked(
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
): Promise<IssueSnapshotRow[]> {
  const waiting = await many<{ id: string }>(
    db,
    sql`
    select i.id from issues_in_scope i
    where i.company_id = ${companyId} and i.blocked_by_issue_ids <> '{}'
      and i.blocked_by_issue_ids @> array[${id}::uuid]
      and i.status not in ('done', 'cancelled')
    order by i.id limit ${DEPENDENTS_MAX} for no key update`,
  );
  if (waiting.length === 0) return [];
  return many<IssueSnapshotRow>(
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
    order by i.id limit ${DEPENDENTS_MAX}`,
  );
}
