import { Refusal, type issues, type IssueStatus } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { announceUnblockedBy } from '../../bulk-effects/announce-unblocked.ts';
import { saveWordsOf } from '../../bulk-effects/reword-issues.ts';
import { authorOf } from '../../domain/author.ts';
import { type Blocker, isFreedBy } from '../../domain/blockers.ts';
import { decideUpdate, type UpdateDecision } from '../../domain/issue-changes.ts';
import { assigneeChanges, type IssuePatch } from '../../domain/issue-fields.ts';
import { isFinal } from '../../domain/issue-machine.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { noteOfTextMentions, notesOf, showNote } from '../../domain/notes.ts';
import { assignmentEvent, blockableEvent, issueEvent } from '../../events.ts';
import { lockBlockersAfter, requireChangedLinks } from '../../store/changed-links.ts';
import { lockLinks, lockLinksOfBlocker } from '../../store/link-lock.ts';
import { saveIssue } from '../../store/issue-writes.ts';
import { lockIssueForDecision } from '../../store/issues-for-decisions.ts';
import { requireAssignableUser } from '../../store/members.ts';
import { listMentionedIn, lockAgent } from '../../store/roster.ts';
import { showIssue } from '../../views.ts';
import { writeComment } from '../comments/add-comment.ts';

export const updateIssue: Handler<typeof issues, 'updateIssue'> = async (
  { issueId, ifVersion, comment, ...patch },
  context,
) => {
  const { db, scope } = context;
  // The agent before the issue: its termination locks them in the same order.
  if (patch.assigneeAgentId) await lockAgent(db, scope, patch.assigneeAgentId);
  if (patch.parentId ?? patch.blockedByIssueIds?.length) await lockLinks(db, scope, issueId);
  else if (patch.status && isFinal(patch.status)) await lockLinksOfBlocker(db, scope, issueId);
  const changed = await change(issueId, ifVersion, patch, context);
  const { id } = changed.saved;
  const isMoved = changed.saved.status !== changed.before;
  const written =
    comment === undefined ? null : await writeComment(id, comment, context, { isMoved });
  const notes = await notesOfChange(patch, changed, context);
  if (written?.note !== undefined) notes.push(written.note);
  return { ...showIssue(changed.saved), comment: written, ...showNote(notes) };
};

interface Changed {
  readonly saved: IssueState;
  /** The status before the change. */
  readonly before: IssueStatus;
  /** After the change. */
  readonly openBlockers: readonly Blocker[];
}

async function notesOfChange(
  patch: IssuePatch,
  { saved, openBlockers }: Changed,
  { db, actor, scope, runId }: Context<typeof issues>,
): Promise<string[]> {
  const author = authorOf(actor, runId);
  const asked = {
    status: patch.status !== undefined,
    assignee: patch.assigneeAgentId !== undefined || patch.assigneeUserId !== undefined,
  };
  const notes = notesOf({ issue: saved, asked, author, openBlockers });
  const text = `${patch.title ?? ''}\n${patch.description ?? ''}`;
  const roster = await listMentionedIn(db, scope, saved.id, text);
  return [...notes, ...noteOfTextMentions(saved, text, roster, author)];
}

async function change(
  ref: string,
  ifVersion: number | undefined,
  patch: IssuePatch,
  context: Context<typeof issues>,
): Promise<Changed> {
  const { db, actor, scope, runId, now, emit } = context;
  const author = authorOf(actor, runId);
  const subject = patch.assigneeAgentId ?? null;
  const { issue, facts } = await lockIssueForDecision(db, scope, ref, author.agentId, subject);
  if ((ifVersion ?? issue.version) !== issue.version) throw new Refusal('version_mismatch');
  const openBlockers = await lockBlockersAfter(db, issue, patch, facts);
  const open = patch.blockedByIssueIds && { blockedByIssueIds: openBlockers.map(({ id }) => id) };
  const after = { ...facts, openBlockers };
  const decision = decideUpdate(issue, { ...patch, ...open }, after, author, now);
  const { next, changes, reassigned } = decision;
  if (!reassigned && Object.keys(changes).length === 0)
    return { saved: issue, before: issue.status, openBlockers };
  await requireChangedLinks(db, decision);
  if (reassigned && next.assigneeUserId) {
    const involved = [author.userId, issue.createdByUserId, issue.assignedByUserId];
    await requireAssignableUser(db, next.companyId, next.assigneeUserId, involved);
  }
  const saved = await saveIssue(db, next, now);
  if (changes['title'] ?? changes['description']) await saveWordsOf(context, saved);
  emitChanges(issue, { saved, openBlockers }, decision, emit);
  if (changes['status'] && isFinal(saved.status)) await announceUnblockedBy(context, saved);
  if (isFreedBy(facts, saved, openBlockers)) emit('issue.unblocked', issueEvent(saved));
  return { saved, before: issue.status, openBlockers };
}

/** `issue.updated` of changed fields, and `issue.assigned` of a changed assignee. */
export function emitChanges(
  before: IssueState,
  { saved, openBlockers }: Pick<Changed, 'saved' | 'openBlockers'>,
  { changes, reassigned }: UpdateDecision,
  emit: Context<typeof issues>['emit'],
): void {
  if (Object.keys(changes).length > 0) {
    const isStart = changes['status'] !== undefined && saved.status === 'in_progress';
    const event = blockableEvent(issueEvent(saved), openBlockers, isStart);
    const all = { ...changes, ...assigneeChanges(before, saved) };
    emit('issue.updated', { ...event, payload: { ...event.payload, changes: all } });
  }
  if (reassigned) {
    const event = assignmentEvent(saved, before.assigneeAgentId);
    emit('issue.assigned', blockableEvent(event, openBlockers));
  }
}
