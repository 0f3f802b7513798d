/** The open issues below an issue or in a project, in the order of their numbers, which never change. */
import { many, none, sql, type Db } from '@muster/service-kit';
import type { Blocker } from '../../domain/blockers.ts';
import type { StoredHold } from '../../domain/holds/held.ts';
import type { IssueSnapshotRow } from '../comments.ts';
import { snapshotColumns } from '../issue-columns.ts';
import { openBlockers } from '../open-blockers.ts';
import { holdOfIssue, isBelow } from './holding.ts';
import type { HoldOf } from './holds.ts';

export type HeldIssue = IssueSnapshotRow & {
  readonly openBlockers: readonly Blocker[] | null;
  readonly hold: StoredHold | null;
};

export interface Below {
  readonly issues: readonly HeldIssue[];
  /** The number of the last issue that was looked at; undefined if there are no more. */
  readonly last: number | undefined;
}

/** Looks at so many issues of the company, and locks those below the subject, without the subject. */
export async function lockBelow(
  db: Db,
  { companyId, subjectId }: HoldOf,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Below> {
  const seen = await many<{ id: string; issueNumber: number; isBelow: boolean }>(
    db,
    sql`
    select i.id, i.issue_number,
      i.status not in ('done', 'cancelled') and i.id <> ${subjectId}
        and ${isBelow(subjectId)} as is_below
    from issues_in_scope i
    where i.company_id = ${companyId} and i.issue_number > ${after}
    order by i.issue_number limit ${limit}`,
  );
  const last = seen.length < limit ? undefined : seen.at(-1)?.issueNumber;
  const ids = seen.flatMap((issue) => (issue.isBelow ? [issue.id] : []));
  return { issues: ids.length === 0 ? [] : await lockHeld(db, companyId, ids), last };
}

/** Issues with what holds them. What has ended since is left out. */
export async function lockHeld(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<HeldIssue[]> {
  await none(
    db,
    sql`
    select from issues i where i.company_id = ${companyId} and i.id = any(${ids}::uuid[])
    order by i.issue_number limit ${ids.length} for no key update`,
  );
  return many<HeldIssue>(
    db,
    sql`
    select ${snapshotColumns}, ${openBlockers} as open_blockers, ${holdOfIssue} as hold
    from issues i
    where i.company_id = ${companyId} and i.id = any(${ids}::uuid[])
      and i.status not in ('done', 'cancelled')
    order by i.issue_number limit ${ids.length}`,
  );
}
