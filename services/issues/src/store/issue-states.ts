/** Issues as events carry them, in the order of their numbers, which never change. */
import { firstRows, sql, type Db, type FirstRows } from '@muster/service-kit';
import type { Blocker } from '../domain/blockers.ts';
import type { StoredHold } from '../domain/holds/held.ts';
import type { IssueSnapshotRow } from './comments.ts';
import { holdOfIssue } from './holds/holding.ts';
import { snapshotColumns } from './issue-columns.ts';
import { openBlockers } from './open-blockers.ts';

export type IssueStateRow = IssueSnapshotRow & {
  readonly issueNumber: number;
  /** Null if there are none. */
  readonly openBlockers: readonly Blocker[] | null;
  readonly hold: StoredHold | null;
};

export const listIssueStates = (
  db: Db,
  companyId: string,
  { after, size }: { readonly after: number; readonly size: number },
): Promise<FirstRows<IssueStateRow>> =>
  firstRows(
    db,
    sql`
    select ${snapshotColumns}, i.issue_number, ${openBlockers} as open_blockers,
      ${holdOfIssue} as hold from issues i
    where i.company_id = ${companyId} and i.issue_number > ${after}
    order by i.issue_number limit ${size + 1}`,
    size,
    { json: ['open_blockers', 'hold'] },
  );
