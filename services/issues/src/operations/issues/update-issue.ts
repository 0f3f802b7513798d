import type { issues } from '@muster/contracts';
import type { Context, Handler } from '@muster/service-kit';
import { announceHoldOf } from '../../bulk-effects/announce-holds.ts';
import { announceUnblockedBy } from '../../bulk-effects/announce-unblocked.ts';
import { saveWordsOf } from '../../bulk-effects/reword-issues.ts';
import {
  type Changed,
  emitChanges,
  emitUnblocked,
  isWakeAsked,
  noteOfChange,
} from '../../changes/change-effects.ts';
import { type DecidedChange, decideChange } from '../../changes/decide-change.ts';
import { reviewOf, tellReview } from '../../changes/reviews.ts';
import { endOfStuck } from '../../changes/end-of-stuck.ts';
import { tellSurroundings } from '../../changes/surroundings.ts';
import { isFreedBy } from '../../domain/blockers.ts';
import { isFinal } from '../../domain/issue-machine.ts';
import type { PolicyFacts } from '../../domain/policy-facts.ts';
import { saveIssue } from '../../store/issue-writes.ts';
import { lockLinks, lockLinksOfBlocker } from '../../store/link-lock.ts';
import { lockAgent } from '../../store/roster.ts';
import { countOpenWaits } from '../../store/waits/waits.ts';
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
  const request = { issueId, ifVersion, comment };
  const changed = await applyChange(await decideChange(request, patch, context), context);
  const { before, saved } = changed;
  const review = reviewOf(changed, context.actor);
  const isMoved = saved.status !== before.status;
  const written =
    comment === undefined
      ? null
      : await writeComment(saved.id, comment, context, {
          isMoved,
          isNobodyTold: isWakeAsked(patch),
          toldByReview: review?.tells,
        });
  if (review) tellReview(review, saved, written, context.emit);
  const more = written?.note === undefined ? [] : [written.note];
  const note = await noteOfChange(patch, changed, context, more);
  await tellSurroundings(context, before, saved);
  return { ...showIssue(saved), comment: written, ...note };
};

async function applyChange(
  { before, facts, after, decision, review }: DecidedChange,
  context: Context<typeof issues>,
): Promise<Changed> {
  const { db, now, emit } = context;
  const { openBlockers, hold } = after;
  const { next, changes } = decision;
  if (!review) return { before, saved: before, openBlockers, hold };
  const saved = await saveIssue(db, { ...next, ...review.review }, now);
  if (changes['title'] ?? changes['description']) await saveWordsOf(context, saved);
  const changed = { before, saved, openBlockers, hold, isUnreviewed: review.isUnreviewed };
  const isBlocked = changes['status'] !== undefined && saved.status === 'blocked';
  const hasOpenWait = isBlocked && (await countOpenWaits(db, saved, 1)) > 0;
  const stuck = await endOfStuck(context, before, saved);
  emitChanges({ ...changed, hasOpenWait, ...stuck }, decision, emit);
  if (changes['status'] && isFinal(saved.status)) await announceUnblockedBy(context, saved);
  if (isFreedBy(facts, saved, openBlockers)) emitUnblocked(saved, emit);
  // A move into what is held, or out of it, is announced of the issue and of all below it.
  if (subjectOf(after) !== subjectOf(facts)) await announceHoldOf(context, saved);
  return changed;
}

const subjectOf = ({ hold }: PolicyFacts) => hold?.issueId ?? hold?.projectId;
