import { RECEIVED_MAX, Refusal, type issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { callerAgentIdOf, callerOf } from '../../domain/author.ts';
import { showHold } from '../../domain/holds/held.ts';
import { allowedTransitions } from '../../domain/issue-policy.ts';
import { findDocumentsInContext } from '../../store/documents/documents.ts';
import { findContext } from '../../store/issue-detail.ts';
import { findLatestEnded } from '../../store/waits/ended-waits.ts';
import { listQuestionsInContext } from '../../store/questions/question-overviews.ts';

export const getHeartbeatContext: Handler<typeof issues, 'getHeartbeatContext'> = async (
  { issueId },
  { db, actor, scope },
) => {
  const callerAgentId = callerAgentIdOf(actor);
  const found = await findContext(db, scope, issueId, callerOf(actor));
  if (!found) throw new Refusal('issue_not_found');
  const { issue, facts, project, goal, ancestors, truncated, commentCount, lastCommentId } = found;
  const { openChildren } = found;
  const [endedWait, questions, documents] = await Promise.all([
    callerAgentId === null ? undefined : findLatestEnded(db, issue, callerAgentId, RECEIVED_MAX),
    listQuestionsInContext(db, issue),
    findDocumentsInContext(db, issue),
  ]);
  return {
    id: issue.id,
    identifier: issue.identifier,
    title: issue.title,
    description: issue.description,
    status: issue.status,
    priority: issue.priority,
    assigneeAgentId: issue.assigneeAgentId,
    assigneeUserId: issue.assigneeUserId,
    parentId: issue.parentId,
    checkoutRunId: issue.checkoutRunId,
    updatedAt: issue.updatedAt,
    version: issue.version,
    project,
    goal,
    ancestors,
    ...(truncated ? { truncated } : {}),
    allowedTransitions: allowedTransitions(issue, facts),
    ...(facts.hold ? { hold: showHold(facts.hold) } : {}),
    comments: { count: commentCount, lastCommentId },
    ...(openChildren ? { openChildren } : {}),
    ...(endedWait ? { endedWait } : {}),
    ...(questions.length > 0 ? { questions } : {}),
    ...(documents ? { documents } : {}),
    companyId: issue.companyId,
    blockedByIssueIds: issue.blockedByIssueIds,
    createdByAgentId: issue.createdByAgentId,
    createdByUserId: issue.createdByUserId,
  };
};
