/** Issues as events carry them, in the order of their numbers, which never change. */
import type { IssueSnapshot } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';
import { snapshotColumns } from './issue-columns.ts';

export type IssueStateRow = Omit<IssueSnapshot, 'issueId'> & {
  readonly id: string;
  readonly companyId: string;
  readonly issueNumber: number;
};

export const listIssueStates = (
  db: Db,
  companyId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<IssueStateRow[]> =>
  many(
    db,
    sql`
    select ${snapshotColumns}, i.issue_number from issues i
    where i.company_id = ${companyId} and i.issue_number > ${after}
    order by i.issue_number limit ${limit}`,
  );
