import { Refusal, type issues } from '@muster/contracts';
import type { Context, Db, Handler } from '@muster/service-kit';
import { decideUpdate, type Decision, type Patch } from '../domain/issue-changes.ts';
import { isFinal } from '../domain/issue-machine.ts';
import type { IssueState } from '../domain/standing.ts';
import { getJudged, lockIssue } from '../store/issue-rows.ts';
import { saveWords } from '../store/issue-words.ts';
import { saveIssue } from '../store/issue-writes.ts';
import {
  assertBlockersMakeNoCycle, assertGoal, assertProject, holdLabels,
} from '../store/links.ts';
import { assertUser } from '../store/members.ts';
import { assertNoCycle } from '../store/parents.ts';
import { holdAgent } from '../store/roster.ts';
import { listUnblocked } from '../store/unblocking.ts';
import { writeComment } from './comment.ts';
import { authorOf, showIssue, snapshotOf } from './snapshot.ts';

export const updateIssue: Handler<typeof issues, 'updateIssue'> = async (
  { issueId, ifVersion, comment, ...patch },
  context,
) => {
  const { db, scope } = context;
  // The agent before the issue: in that order its termination takes them, too.
  if (patch.assigneeAgentId) await holdAgent(db, scope, patch.assigneeAgentId);
  const id = await lockIssue(db, scope, issueId);
  const saved = await change(id, ifVersion, patch, context);
  const written = comment === undefined ? null : await writeComment(id, comment, context);
  return { ...showIssue(saved), comment: written };
};

async function change(
  id: string,
  ifVersion: number | undefined,
  patch: Patch,
  { db, actor, runId, now, say }: Context<typeof issues>,
): Promise<IssueState> {
  const author = authorOf(actor, runId);
  const subject = patch.assigneeAgentId ?? null;
  const { issue, standing } = await getJudged(db, id, author.agentId, subject);
  if ((ifVersion ?? issue.version) !== issue.version) throw new Refusal('version_mismatch');
  const decision = decideUpdate(issue, patch, standing, author, now);
  const { next, changes, reassigned } = decision;
  if (!reassigned && Object.keys(changes).length === 0) return issue;
  await assertLinks(db, decision);
  if (reassigned && next.assigneeUserId) {
    const involved = [author.userId, issue.createdByUserId, issue.assignedByUserId];
    await assertUser(db, next.companyId, next.assigneeUserId, involved);
  }
  const saved = await saveIssue(db, next, now);
  if (changes['title'] ?? changes['description']) await saveWords(db, saved);
  sayChanges(issue, saved, decision, say);
  if (changes['status'] && isFinal(saved.status)) {
    for (const freed of await listUnblocked(db, saved)) {
      const { id: entityId, companyId } = freed;
      say('issue.unblocked', { companyId, entityId, payload: snapshotOf(freed) });
    }
  }
  return saved;
}

/** Looks only at what changes: what was there before was in order when it came. */
async function assertLinks(db: Db, { next, changes }: Decision): Promise<void> {
  const { companyId, parentId, projectId, goalId, labelIds, blockedByIssueIds } = next;
  if (changes['parentId'] && parentId) await assertNoCycle(db, next, parentId);
  if (changes['projectId'] && projectId) await assertProject(db, companyId, projectId);
  if (changes['goalId'] && goalId) await assertGoal(db, companyId, goalId);
  if (changes['labelIds'] && labelIds.length > 0) await holdLabels(db, companyId, labelIds);
  if (changes['blockedByIssueIds'] && blockedByIssueIds.length > 0) {
    await assertBlockersMakeNoCycle(db, next, blockedByIssueIds);
  }
}

function sayChanges(
  before: IssueState,
  after: IssueState,
  { changes, reassigned }: Decision,
  say: Context<typeof issues>['say'],
): void {
  const { id: entityId, companyId } = after;
  const snapshot = snapshotOf(after);
  if (Object.keys(changes).length > 0) {
    say('issue.updated', { companyId, entityId, payload: { ...snapshot, changes } });
  }
  if (reassigned) {
    const payload = { ...snapshot, previousAssigneeAgentId: before.assigneeAgentId };
    say('issue.assigned', { companyId, entityId, payload });
  }
}
