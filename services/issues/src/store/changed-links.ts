/** The links of an issue to other things that an update changes. */
import type { BulkChange } from '@muster/contracts';
import type { Db } from '@muster/service-kit';
import type { Blocker } from '../domain/blockers.ts';
import type { UpdateDecision } from '../domain/issue-changes.ts';
import { fieldsAfter, type IssuePatch } from '../domain/issue-fields.ts';
import type { IssueState } from '../domain/issue-state.ts';
import type { PolicyFacts } from '../domain/policy-facts.ts';
import {
  lockLabels,
  lockOpenBlockers,
  requireAgent,
  requireAcyclicBlockers,
  requireGoal,
  requireProject,
} from './links.ts';
import { requireAssignableUser } from './members.ts';
import { requireAcyclicParent } from './parents.ts';

/** The open blockers after the update. Those that it names are locked, so that none of them ends unseen. */
export async function lockBlockersAfter(
  db: Db,
  issue: IssueState,
  patch: IssuePatch,
  { openBlockers }: PolicyFacts,
): Promise<readonly Blocker[]> {
  if (!patch.blockedByIssueIds) return openBlockers;
  const { blockedByIssueIds: ids } = fieldsAfter(issue, patch);
  return ids.length === 0 ? [] : lockOpenBlockers(db, issue.companyId, ids);
}

type Linked = Pick<
  BulkChange,
  'assigneeAgentId' | 'assigneeUserId' | 'projectId' | 'goalId' | 'addLabelIds' | 'removeLabelIds'
>;

/** Checks the links that many issues are to have, before the first of them is looked at. */
export async function requireLinksOfMany(
  db: Db,
  companyId: string,
  { assigneeAgentId, assigneeUserId, projectId, goalId, addLabelIds, removeLabelIds }: Linked,
  callerId: string,
): Promise<void> {
  if (assigneeAgentId) await requireAgent(db, companyId, assigneeAgentId, 'assigneeAgentId');
  if (assigneeUserId) await requireAssignableUser(db, companyId, assigneeUserId, [callerId]);
  if (projectId) await requireProject(db, companyId, projectId);
  if (goalId) await requireGoal(db, companyId, goalId);
  const labelIds = [...new Set([...(addLabelIds ?? []), ...(removeLabelIds ?? [])])];
  if (labelIds.length > 0) await lockLabels(db, companyId, labelIds);
}

/** Checks the changed links only: the others were checked when they were set. */
export async function requireChangedLinks(
  db: Db,
  { next, changes }: UpdateDecision,
): Promise<void> {
  const { companyId, parentId, projectId, goalId, labelIds, blockedByIssueIds } = next;
  if (changes['parentId'] && parentId) await requireAcyclicParent(db, next, parentId);
  if (changes['projectId'] && projectId) await requireProject(db, companyId, projectId);
  if (changes['goalId'] && goalId) await requireGoal(db, companyId, goalId);
  if (changes['labelIds'] && labelIds.length > 0) await lockLabels(db, companyId, labelIds);
  if (changes['blockedByIssueIds'] && blockedByIssueIds.length > 0) {
    await requireAcyclicBlockers(db, next, blockedByIssueIds);
  }
}
