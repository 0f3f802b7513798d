/** Events about approvals. Each carries a whole snapshot of the approval. */
import { z } from 'zod';
import { event } from '../define.ts';
import { ApprovalSnapshot } from './records.ts';
import { Id, JsonObject } from '../vocabulary.ts';

const approvalEvent = (summary: string) =>
  event({ entity: 'approval', version: 1, summary, payload: ApprovalSnapshot });
const linkEvent = (summary: string) =>
  event({
    entity: 'approval',
    version: 1,
    summary,
    payload: ApprovalSnapshot.extend({ issueId: Id }),
  });

export const approvalEvents = {
  'approval.created': approvalEvent('An approval was requested.'),
  'approval.approved': approvalEvent('The board approved.'),
  'approval.rejected': approvalEvent('The board rejected.'),
  'approval.revision_requested': approvalEvent('The board requested a revision.'),
  'approval.resubmitted': event({
    entity: 'approval',
    version: 1,
    summary: 'The requester resubmitted the approval.',
    payload: ApprovalSnapshot.extend({
      /**
       * The revised fields of a hire; null if they are unchanged. Secrets are references; a
       * masked value keeps the one that the pending agent has.
       */
      hire: JsonObject.nullable(),
    }),
  }),
  'approval.cancelled': approvalEvent('The request was cancelled.'),
  'approval.not_applied': approvalEvent(
    'An approved change of an agent had no effect, because the agent changed before.',
  ),
  'approval.commented': event({
    entity: 'approval',
    version: 1,
    summary: 'A comment was added to an approval. A comment by the board wakes the requester.',
    payload: ApprovalSnapshot.extend({
      commentId: Id,
      excerpt: z.string(),
      byBoard: z.boolean(),
    }),
  }),
  'approval.redacted': approvalEvent('The words of an approval were taken away for good.'),
  'approval.comment_redacted': event({
    entity: 'approval',
    version: 1,
    summary: 'The text of a comment on an approval was taken away for good.',
    payload: ApprovalSnapshot.extend({ commentId: Id }),
  }),
  'approval.linked': linkEvent('An approval was linked to an issue.'),
  'approval.unlinked': linkEvent('An approval was unlinked from an issue.'),
} as const;
