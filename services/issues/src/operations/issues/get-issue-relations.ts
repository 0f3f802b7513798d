import { Refusal, RELATIONS_MAX, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { findBlockers, listBlocked, listBlockers } from '../../store/overviews/issue-relations.ts';

export const getIssueRelations: Handler<typeof issues, 'getIssueRelations'> = async (
  { issueId },
  { db, scope },
) => {
  const issue = await findBlockers(db, scope, issueId);
  if (!issue) throw new Refusal('issue_not_found');
  const [blockedBy, blocked] = await Promise.all([
    issue.blockedByIssueIds.length > 0 ? listBlockers(db, issue) : [],
    listBlocked(db, issue),
  ]);
  return {
    issueId: issue.id,
    blockedBy,
    blocks: blocked.slice(0, RELATIONS_MAX),
    blocksMore: blocked.length > RELATIONS_MAX,
  };
};
