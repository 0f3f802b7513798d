import { Refusal, type issues } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { assigneeAfter, assignerOf, unassigned } from '../../domain/assignment.ts';
import { authorOf } from '../../domain/author.ts';
import { decideCreation } from '../../domain/issue-changes.ts';
import { unbound } from '../../domain/issue-cancellation.ts';
import { defaultFields, fieldsAfter, type WritableFields } from '../../domain/issue-fields.ts';
import { assignmentEvent, issueEvent } from '../../events.ts';
import { insertIssue } from '../../store/issue-writes.ts';
import { lockLinksOfCompany } from '../../store/link-lock.ts';
import { lockLabels, lockOpenBlockers, requireGoal, requireProject } from '../../store/links.ts';
import { requireAssignableUser } from '../../store/members.ts';
import { requireParent } from '../../store/parents.ts';
import { findFactsForNewIssue, lockAgent } from '../../store/roster.ts';
import { showIssue } from '../../views.ts';

export const createIssue: Handler<typeof issues, 'createIssue'> = async (
  { companyId, status, ...request },
  { db, actor, scope, runId, now, emit },
) => {
  const author = authorOf(actor, runId);
  const assignee = assigneeAfter(unassigned, request);
  const { assigneeAgentId, assigneeUserId } = assignee;
  if (assigneeAgentId) await lockAgent(db, scope, assigneeAgentId);
  const facts = await findFactsForNewIssue(db, companyId, author.agentId, assigneeAgentId);
  if (!facts) throw new Refusal('company_not_found');
  const decided = decideCreation(status, assignee, facts, author, now);
  if (assigneeUserId) await requireAssignableUser(db, companyId, assigneeUserId, [author.userId]);
  const fields = await requireLinks(db, companyId, fieldsAfter(defaultFields, request));
  const issue = await insertIssue(
    db,
    {
      id: newId(),
      companyId,
      ...fields,
      createdByAgentId: author.agentId,
      createdByUserId: author.userId,
      ...assignee,
      ...assignerOf(assignee, author),
      ...unbound,
      ...decided,
    },
    now,
  );
  emit('issue.created', issueEvent(issue));
  if (issue.assigneeAgentId ?? issue.assigneeUserId) {
    emit('issue.assigned', assignmentEvent(issue, null));
  }
  return showIssue(issue);
};

/**
 * Returns the fields with the open blockers only. Nothing is blocked by a new issue yet, so its
 * blockers make no cycle.
 */
async function requireLinks(
  db: Db,
  companyId: string,
  fields: WritableFields,
): Promise<WritableFields> {
  const { parentId, projectId, goalId, labelIds, blockedByIssueIds } = fields;
  if (blockedByIssueIds.length > 0) await lockLinksOfCompany(db, companyId);
  if (parentId) await requireParent(db, companyId, parentId);
  if (projectId) await requireProject(db, companyId, projectId);
  if (goalId) await requireGoal(db, companyId, goalId);
  if (labelIds.length > 0) await lockLabels(db, companyId, labelIds);
  if (blockedByIssueIds.length === 0) return fields;
  return {
    ...fields,
    blockedByIssueIds: await lockOpenBlockers(db, companyId, blockedByIssueIds),
  };
}
