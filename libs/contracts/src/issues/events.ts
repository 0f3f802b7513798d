/** Events about issues. Each carries a whole snapshot of the issue. */
import { z } from 'zod';
import { event } from '../define.ts';
import { Mention } from './comment-records.ts';
import { IssueSnapshot, LeftSnapshot, OverdueSnapshot, ParentSnapshot } from './snapshots.ts';
import { ReviewVerdict } from './reviews.ts';
import { WaitEnded, WaitStarted } from './waits.ts';
import { Id } from '../vocabulary.ts';

const issueEvent = (summary: string) =>
  event({ entity: 'issue', version: 1, summary, payload: IssueSnapshot });

const isNoLongerStuck = z
  .literal(true)
  .optional()
  .describe('Only if it was left or given up, and by the change waits no longer for a person.');

const assignmentEvent = (summary: string) =>
  event({
    entity: 'issue',
    version: 1,
    summary,
    payload: IssueSnapshot.extend({
      previousAssigneeAgentId: Id.nullable(),
      isNoLongerStuck,
      isLeftByTermination: z
        .literal(true)
        .optional()
        .describe('Only if it is `todo` and its agent was terminated: nobody has it now.'),
    }),
  });

const inReview = {
  authorAgentId: Id.nullable().describe('The agent that has handed it over.'),
  round: z.int().describe('How often it was handed over, with this time.'),
  commentId: Id.nullable().describe('The comment of the same change.'),
};

const parentEvent = (summary: string) =>
  event({ entity: 'issue', version: 1, summary, payload: ParentSnapshot });

export const issueEvents = {
  'issue.created': issueEvent('An issue was created.'),
  'issue.updated': event({
    entity: 'issue',
    version: 1,
    summary: 'Fields or the status of an issue changed.',
    payload: IssueSnapshot.extend({
      /** Changed field → its old and new value, without long texts. */
      changes: z.record(z.string(), z.object({ from: z.json(), to: z.json() })),
      isNoLongerStuck,
      isNoLongerOverdue: z
        .literal(true)
        .optional()
        .describe('Only if its time had passed: now it has ended, or has another time or none.'),
      hasOpenWait: z
        .literal(true)
        .optional()
        .describe('Only if it was blocked and its agent waits for a time or a signal.'),
    }),
  }),
  'issue.assigned': assignmentEvent('The assignee of an issue changed.'),
  'issue.checked_out': issueEvent('An agent checked out an issue.'),
  'issue.released': assignmentEvent('An issue was released.'),
  'issue.unblocked': issueEvent(
    'No open issue blocks this one any more: the last has ended, or its list of them has changed.',
  ),
  'issue.review_requested': event({
    entity: 'issue',
    version: 1,
    summary: 'An issue was handed over for review: its reviewer is woken, or the board decides.',
    payload: IssueSnapshot.extend({
      reviewerAgentId: Id.nullable().describe('Null where no agent decides, but the board.'),
      reviewerUserId: Id.nullable()
        .optional()
        .describe('The board user whom the policy of its reviews names; null for none.'),
      ...inReview,
    }),
  }),
  'issue.reviewed': event({
    entity: 'issue',
    version: 1,
    summary: 'An issue in review was accepted or returned by another than its author.',
    payload: IssueSnapshot.extend({ verdict: ReviewVerdict, ...inReview }),
  }),
  'issue.children_settled': parentEvent(
    'The last open child of this open issue has ended, or has got another parent.',
  ),
  'issue.child_ended': parentEvent(
    'A child of this open issue has ended, and others are open; only where `wakeOnChildren` is `each`.',
  ),
  'issue.child_blocked': parentEvent('A child of this open issue was blocked.'),
  'issue.wait_started': event({
    entity: 'issue',
    version: 1,
    summary: 'An agent waits for a time or a signal.',
    payload: WaitStarted,
  }),
  'issue.wait_ended': event({
    entity: 'issue',
    version: 1,
    summary: 'A wait has ended: it was due, signalled, at its deadline or cancelled.',
    payload: WaitEnded,
  }),
  'issue.wait_redacted': event({
    entity: 'issue',
    version: 1,
    summary: 'The note of a wait, and what its signal brought, were taken away for good.',
    payload: IssueSnapshot.extend({ waitId: Id, agentId: Id.describe('The agent that waits.') }),
  }),
  'issue.left_in_progress': event({
    entity: 'issue',
    version: 1,
    summary:
      'A successful run has left an issue in progress and nothing brings its agent back: the agent is ' +
      'woken once more, and the second time in a row the issue is stuck.',
    payload: LeftSnapshot,
  }),
  'issue.taken_up': event({
    entity: 'issue',
    version: 1,
    summary:
      'A run has begun with an issue that an earlier run was given up on, or that a terminated agent has left: ' +
      'it is no longer stuck for that.',
    payload: IssueSnapshot.extend({ byRunId: Id, byAgentId: Id }),
  }),
  'issue.overdue': event({
    entity: 'issue',
    version: 1,
    summary: 'The time by which an open issue was to be done has passed: its assignee is woken.',
    payload: OverdueSnapshot,
  }),
  'issue.overdue_escalated': event({
    entity: 'issue',
    version: 1,
    summary: 'An issue is overdue for a day: the manager of its assignee is woken.',
    payload: OverdueSnapshot,
  }),
  'issue.comment_redacted': event({
    entity: 'issue',
    version: 1,
    summary: 'The text of a comment was taken away for good.',
    payload: IssueSnapshot.extend({ commentId: Id }),
  }),
  'issue.commented': event({
    entity: 'issue',
    version: 1,
    summary: 'A comment was added to an issue; its mentions are resolved.',
    payload: IssueSnapshot.extend({
      commentId: Id,
      excerpt: z
        .string()
        .describe('Empty: the words are in the comment alone, so that they can be redacted.'),
      bytes: z.int().optional().describe('Of the text in UTF-8.'),
      sha256: z.string().optional().describe('Of the text.'),
      mentions: z.array(Mention),
      toldByReview: Id.optional().describe(
        'The agent that the review of the same change wakes: the comment does not wake it again.',
      ),
    }),
  }),
} as const;
