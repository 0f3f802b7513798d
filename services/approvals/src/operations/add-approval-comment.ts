import type { approvals } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { sayingOf } from '../domain/approval.ts';
import { getApproval } from '../store/approvals.ts';
import { insertComment } from '../store/comments.ts';
import { assertWritable } from '../store/companies.ts';

/** How much of a comment an event carries. */
const EXCERPT_MAX = 500;

export const addApprovalComment: Handler<typeof approvals, 'addApprovalComment'> = async (
  { approvalId, body },
  { db, actor, scope, runId, say },
) => {
  const approval = await getApproval(db, scope, approvalId);
  const { companyId } = approval;
  await assertWritable(db, companyId);
  const comment = await insertComment(db, {
    id: newId(),
    companyId,
    approvalId,
    body,
    authorAgentId: actor.type === 'agent' ? actor.id : null,
    authorUserId: actor.type === 'user' ? actor.id : null,
    authorName: actor.name,
    runId,
  });
  const saying = sayingOf(approval);
  say('approval.commented', {
    ...saying,
    payload: {
      ...saying.payload,
      commentId: comment.id,
      excerpt: body.slice(0, EXCERPT_MAX),
      byBoard: actor.type === 'user',
    },
  });
  return comment;
};
