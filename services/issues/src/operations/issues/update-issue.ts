import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { applyChange, decideChange } from '../../changes/change-issue.ts';
import { noteOfChange } from '../../changes/change-effects.ts';
import { reviewOf, tellReview } from '../../changes/reviews.ts';
import { tellSurroundings } from '../../changes/surroundings.ts';
import { isFinal } from '../../domain/issue-machine.ts';
import { lockLinks, lockLinksOfBlocker } from '../../store/link-lock.ts';
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
  const request = { issueId, ifVersion, comment };
  const changed = await applyChange(await decideChange(request, patch, context), context);
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
