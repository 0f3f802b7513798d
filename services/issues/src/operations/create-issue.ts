import { Refusal, type issues } from '@muster/contracts';
import { newId, type Db, type Handler } from '@muster/service-kit';
import { assigneeAfter, assignerOf, decideBirth, linksAfter } from '../domain/issue-changes.ts';
import { insertIssue } from '../store/issue-writes.ts';
import { assertBlockers, assertGoal, assertProject, holdLabels } from '../store/links.ts';
import { assertUser } from '../store/members.ts';
import { assertParentExists } from '../store/parents.ts';
import { findStandingIn, holdAgent } from '../store/roster.ts';
import { authorOf, showIssue, snapshotOf } from './snapshot.ts';

const nothing = {
  parentId: null, projectId: null, goalId: null, labelIds: [], blockedByIssueIds: [],
};

export const createIssue: Handler<typeof issues, 'createIssue'> = async (
  input,
  { db, actor, scope, runId, now, say },
) => {
  const { companyId, title, description = null, status, priority } = input;
  const author = authorOf(actor, runId);
  const assignee = assigneeAfter({ assigneeAgentId: null, assigneeUserId: null }, input);
  const { assigneeAgentId } = assignee;
  if (assigneeAgentId) await holdAgent(db, scope, assigneeAgentId);
  const standing = await findStandingIn(db, companyId, author.agentId, assigneeAgentId);
  if (!standing) throw new Refusal('company_not_found');
  const birth = decideBirth(status, assignee, standing, author, now);
  const { assigneeUserId } = assignee;
  if (assigneeUserId) await assertUser(db, companyId, assigneeUserId, [author.userId]);
  const links = linksAfter(nothing, input);
  await assertLinks(db, companyId, links);
  const issue = await insertIssue(db, {
    id: newId(), companyId, title, description, status, priority, ...links,
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

/** A new issue waits for others and nothing waits for it, so there is no cycle to look for. */
async function assertLinks(
  db: Db,
  companyId: string,
  { parentId, projectId, goalId, labelIds, blockedByIssueIds }: ReturnType<typeof linksAfter>,
): Promise<void> {
  if (parentId) await assertParentExists(db, companyId, parentId);
  if (projectId) await assertProject(db, companyId, projectId);
  if (goalId) await assertGoal(db, companyId, goalId);
  if (labelIds.length > 0) await holdLabels(db, companyId, labelIds);
  if (blockedByIssueIds.length > 0) await assertBlockers(db, companyId, blockedByIssueIds);
}
