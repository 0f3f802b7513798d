import { Refusal, type issues } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { assigneeAfter, assignerOf, decideBirth } from '../domain/issue-changes.ts';
import { insertIssue } from '../store/issue-writes.ts';
import { assertParentExists } from '../store/parents.ts';
import { findStandingIn, holdAgent } from '../store/roster.ts';
import { authorOf, showIssue, snapshotOf } from './snapshot.ts';

export const createIssue: Handler<typeof issues, 'createIssue'> = async (
  input,
  { db, actor, scope, runId, now, say },
) => {
  const { companyId, title, description = null, status, priority, parentId = null } = input;
  const author = authorOf(actor, runId);
  const assignee = assigneeAfter({ assigneeAgentId: null, assigneeUserId: null }, input);
  const { assigneeAgentId } = assignee;
  if (assigneeAgentId) await holdAgent(db, scope, assigneeAgentId);
  const standing = await findStandingIn(db, companyId, author.agentId, assigneeAgentId);
  if (!standing) throw new Refusal('company_not_found');
  const birth = decideBirth(status, assignee, standing, author, now);
  if (parentId) await assertParentExists(db, companyId, parentId);
  const issue = await insertIssue(db, {
    id: newId(), companyId, title, description, status, priority, parentId,
    projectId: null, goalId: null, labelIds: [], blockedByIssueIds: [],
    createdByAgentId: author.agentId, createdByUserId: author.userId,
    ...assignee, ...assignerOf(assignee, author), ...birth,
  }, now);
  const snapshot = snapshotOf(issue);
  say('issue.created', { companyId, entityId: issue.id, payload: snapshot });
  if (issue.assigneeAgentId ?? issue.assigneeUserId) {
    const payload = { ...snapshot, previousAssigneeAgentId: null };
    say('issue.assigned', { companyId, entityId: issue.id, payload });
  }
  return showIssue(issue);
};
