import { Refusal, type issues } from '@muster/contracts';
import type { Context, Db, Handler } from '@muster/service-kit';
import { announceUnblockedBy } from '../../bulk-effects/announce-unblocked.ts';
import { saveWordsOf } from '../../bulk-effects/reword-issues.ts';
import { authorOf } from '../../domain/author.ts';
import { noteOfBacklog } from '../../domain/backlog-note.ts';
import { decideUpdate, type UpdateDecision } from '../../domain/issue-changes.ts';
import { assigneeChanges, fieldsAfter, type IssuePatch } from '../../domain/issue-fields.ts';
import { isFinal } from '../../domain/issue-machine.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { assignmentEvent, issueEvent } from '../../events.ts';
import { lockLinks, lockLinksOfBlocker } from '../../store/link-lock.ts';
import { saveIssue } from '../../store/issue-writes.ts';
import { lockIssueForDecision } from '../../store/issues-for-decisions.ts';
import {
  lockLabels,
  lockOpenBlockers,
  requireAcyclicBlockers,
  requireGoal,
  requireProject,
} from '../../store/links.ts';
import { requireAssignableUser } from '../../store/members.ts';
import { requireAcyclicParent } from '../../store/parents.ts';
import { lockAgent } from '../../store/roster.ts';
import { showIssue } from '../../views.ts';
import { writeComment } from '../comments/add-comment.ts';

export const updateIssue: Handler<typeof issues, 'updateIssue'> = async (
  { issueId, ifVersion, comment, ...patch },
  context,
) => {
  const { db, actor, scope, runId } = context;
  // The agent before the issue: its termination locks them in the same order.
  if (patch.assigneeAgentId) await lockAgent(db, scope, patch.assigneeAgentId);
  if (patch.parentId ?? patch.blockedByIssueIds?.length) await lockLinks(db, scope, issueId);
  else if (patch.status && isFinal(patch.status)) await lockLinksOfBlocker(db, scope, issueId);
  const saved = await change(issueId, ifVersion, patch, context);
  const written = comment === undefined ? null : await writeComment(saved.id, comment, context);
  const note = patch.assigneeAgentId && noteOfBacklog(saved, authorOf(actor, runId));
  return { ...showIssue(saved), comment: written, ...note };
};

async function change(
  ref: string,
  ifVersion: number | undefined,
  patch: IssuePatch,
  context: Context<typeof issues>,
): Promise<IssueState> {
  const { db, actor, scope, runId, now, emit } = context;
  const author = authorOf(actor, runId);
  const subject = patch.assigneeAgentId ?? null;
  const { issue, facts } = await lockIssueForDecision(db, scope, ref, author.agentId, subject);
  if ((ifVersion ?? issue.version) !== issue.version) throw new Refusal('version_mismatch');
  const { blockedByIssueIds: blockers } = fieldsAfter(issue, patch);
  const open = patch.blockedByIssueIds?.length
    ? { blockedByIssueIds: await lockOpenBlockers(db, issue.companyId, blockers) }
    : {};
  const decision = decideUpdate(issue, { ...patch, ...open }, facts, author, now);
  const { next, changes, reassigned } = decision;
  if (!reassigned && Object.keys(changes).length === 0) return issue;
  await requireLinks(db, decision);
  if (reassigned && next.assigneeUserId) {
    const involved = [author.userId, issue.createdByUserId, issue.assignedByUserId];
    await requireAssignableUser(db, next.companyId, next.assigneeUserId, involved);
  }
  const saved = await saveIssue(db, next, now);
  if (changes['title'] ?? changes['description']) await saveWordsOf(context, saved);
  emitChanges(issue, saved, decision, emit);
  if (changes['status'] && isFinal(saved.status)) await announceUnblockedBy(context, saved);
  return saved;
}

/** Checks the changed links only: the others were checked when they were set. */
async function requireLinks(db: Db, { next, changes }: UpdateDecision): Promise<void> {
  const { companyId, parentId, projectId, goalId, labelIds, blockedByIssueIds } = next;
  if (changes['parentId'] && parentId) await requireAcyclicParent(db, next, parentId);
  if (changes['projectId'] && projectId) await requireProject(db, companyId, projectId);
  if (changes['goalId'] && goalId) await requireGoal(db, companyId, goalId);
  if (changes['labelIds'] && labelIds.length > 0) await lockLabels(db, companyId, labelIds);
  if (changes['blockedByIssueIds'] && blockedByIssueIds.length > 0) {
    await requireAcyclicBlockers(db, next, blockedByIssueIds);
  }
}

function emitChanges(
  before: IssueState,
  after: IssueState,
  { changes, reassigned }: UpdateDecision,
  emit: Context<typeof issues>['emit'],
): void {
  if (Object.keys(changes).length > 0) {
    const event = issueEvent(after);
    const all = { ...changes, ...assigneeChanges(before, after) };
    emit('issue.updated', { ...event, payload: { ...event.payload, changes: all } });
  }
  if (reassigned) emit('issue.assigned', assignmentEvent(after, before.assigneeAgentId));
}
