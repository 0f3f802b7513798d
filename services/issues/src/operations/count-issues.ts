import { IssueStatus, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { countIssuesByStatus, listStaleIssues } from '../store/issue-counts.ts';

/** An issue in progress to which nothing happens for this long is stale. */
const STALE_MS = 3_600_000;
/** Stale issues that are shown; the rest is a number. */
const SHOWN_MAX = 20;

export const countIssues: Handler<typeof issues, 'countIssues'> = async (
  { companyId },
  { db, now },
) => {
  const silentSince = new Date(Date.parse(now) - STALE_MS).toISOString();
  const [counted, stale] = await Promise.all([
    countIssuesByStatus(db, companyId, silentSince),
    listStaleIssues(db, companyId, silentSince, SHOWN_MAX),
  ]);
  const of = (status: IssueStatus) => counted.find((row) => row.status === status);
  return {
    byStatus: Object.fromEntries(
      IssueStatus.options.map((status) => [status, of(status)?.count ?? 0]),
    ) as Record<IssueStatus, number>,
    stale: { count: of('in_progress')?.silent ?? 0, issues: stale },
  };
};
