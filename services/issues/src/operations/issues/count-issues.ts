import { IssueStatus, type issues } from '@muster/contracts';
import { storageOf, type Handler } from '@muster/service-kit';
import {
  countIssuesByStatus,
  countUnassigned,
  listStaleIssues,
} from '../../store/overviews/issue-counts.ts';

/** Time without activity after which an issue in progress is stale. */
const STALE_MS = 3_600_000;
/** Stale issues that are listed; the others are only counted. */
const LISTED_MAX = 20;

export const countIssues: Handler<typeof issues, 'countIssues'> = async (
  { companyId },
  { db, now, config },
) => {
  const silentSince = new Date(Date.parse(now) - STALE_MS).toISOString();
  const [counted, stale, unassigned, storage] = await Promise.all([
    countIssuesByStatus(db, companyId, silentSince),
    listStaleIssues(db, companyId, silentSince, LISTED_MAX),
    countUnassigned(db, companyId),
    storageOf({ db, config }, companyId),
  ]);
  const of = (status: IssueStatus) => counted.find((row) => row.status === status);
  return {
    byStatus: Object.fromEntries(
      IssueStatus.options.map((status) => [status, of(status)?.count ?? 0]),
    ) as Record<IssueStatus, number>,
    stale: { count: of('in_progress')?.silent ?? 0, issues: stale },
    unassigned,
    storage,
  };
};
