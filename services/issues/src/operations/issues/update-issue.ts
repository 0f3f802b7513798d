import { Refusal, type issues } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { announceUnblockedBy } from '../../bulk-effects/announce-unblocked.ts';
import { saveWordsOf } from '../../bulk-effects/reword-issues.ts';
import {
  type Changed,
  emitChanges,
  emitUnblocked,
  noteOfChange,
} from '../../changes/change-effects.ts';
import { reviewAfter, reviewOf, tellReview } from '../../changes/reviews.ts';
import { tellSurroundings } from '../../changes/surroundings.ts';
import { authorOf } from '../../domain/author.ts';
import { isFreedBy } from '../../domain/blockers.ts';
import { decideUpdate } from '../../domain/issue-changes.ts';
import type { IssuePatch } from '../../domain/issue-fields.ts';
import { isFinal } from '../../domain/issue-machine.ts';
import { lockBlockersAfter, requireChangedLinks } from '../../store/changed-links.ts';
import { lockLinks, lockLinksOfBlocker } from '../../store/link-lock.ts';
import { saveIssue } from '../../store/issue-writes.ts';
import { lockIssueForDecision } from '../../store/issues-for-decisions.ts';
import { requireAssignableUser } from '../../store/members.ts';
import { lockAgent } from '../../store/roster.ts';
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
  const { before, saved } = changed;
  const review = reviewOf(changed, context.actor);
  const isMoved = saved.status !== before.status;
  const written =
    comment === undefined
      ? null
      : await writeComment(saved.id, comment, context, { isMoved, toldByReview: review?.tells });
  if (review) tellReview(review, saved, written, context.emit);
  const more = written?.note === undefined ? [] : [written.note];
  const note = await noteOfChange(patch, changed, context, more);
  await tellSurroundings(context, before, saved);
  return { ...showIssue(saved), comment: written, ...note };
};

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
    return { before: issue, saved: issue, openBlockers };
  await requireChangedLinks(db, decision);
  if (reassigned && next.assigneeUserId) {
    const involved = [author.userId, issue.createdByUserId, issue.assignedByUserId];
    await requireAssignableUser(db, next.companyId, next.assigneeUserId, involved);
  }
  const review = await reviewAfter(db, issue, next);
  const saved = await saveIssue(db, { ...next, ...review }, now);
  if (changes['title'] ?? changes['description']) await saveWordsOf(context, saved);
  emitChanges({ before: issue, saved, openBlockers }, decision, emit);
  if (changes['status'] && isFinal(saved.status)) await announceUnblockedBy(context, saved);
  if (isFreedBy(facts, saved, openBlockers)) emitUnblocked(saved, emit);
  return { before: issue, saved, openBlockers };
}
