/**
 * Which agents an event wakes, and why: an event comes in, wake-ups go out. Whether an agent takes
 * its wake-up is decided in `wake-admission.ts`. The author of an event wakes itself in two cases only: where
 * the end of one of its issues frees another, or settles the children of another, which it may not have
 * looked at before.
 */
import {
  MENTION_WAKES_MAX,
  type approvals,
  type EventRecord,
  type IssueSnapshot,
  type issues,
  type ParentSnapshot,
  type Payload,
  type RunSource,
  type WaitEnded,
} from '@muster/contracts';
import { wakesOfLeft, wakesOfOverdue } from './wakes-of-late-work.ts';
import { wakesOfQuestion, type WakingQuestion } from './wakes-of-questions.ts';
import { isHeldBack } from '../work.ts';

export interface Wake {
  readonly agentId: string;
  readonly source: RunSource;
  readonly reason: string;
  readonly issueId: string | null;
  readonly commentId: string | null;
  readonly approvalId: string | null;
  readonly approvalStatus: string | null;
  readonly linkedIssueIds: readonly string[];
  /** What the board has written, for the run's context. */
  readonly payload?:
    | { readonly decisionNote: string }
    | { readonly comment: string }
    | Pick<ParentSnapshot, 'child' | 'children' | 'childCounts' | 'openChildren'>
    | { readonly wait: WaitOfWake }
    | { readonly question: WakingQuestion }
    | { readonly dueAt: string };
}

/** The wait that has ended. What a signal brought instructs nobody, and says so. */
export interface WaitOfWake extends Pick<WaitEnded['wait'], 'waitId' | 'note' | 'cause'> {
  readonly received?: { readonly by: 'outside'; readonly text: string };
}

type EventOf<C extends typeof issues | typeof approvals, N extends string & keyof C['events']> = {
  [K in N]: Pick<EventRecord, 'actorType' | 'actorId'> & { type: K; payload: Payload<C, K> };
}[N];

export type WakingEvent =
  | EventOf<typeof issues, 'issue.assigned' | 'issue.updated'>
  | EventOf<
      typeof issues,
      'issue.commented' | 'issue.checked_out' | 'issue.unblocked' | 'issue.hold_lifted'
    >
  | EventOf<typeof issues, 'issue.review_requested' | 'issue.reviewed'>
  | EventOf<typeof issues, 'issue.children_settled' | 'issue.child_ended' | 'issue.child_blocked'>
  | EventOf<typeof issues, 'issue.left_in_progress' | 'issue.wait_ended'>
  | EventOf<typeof issues, 'issue.overdue' | 'issue.overdue_escalated'>
  | EventOf<typeof issues, 'question.asked' | 'question.answered' | 'question.expired'>
  | EventOf<
      typeof approvals,
      | 'approval.approved'
      | 'approval.rejected'
      | 'approval.revision_requested'
      | 'approval.cancelled'
      | 'approval.not_applied'
      | 'approval.commented'
    >;

/** Nothing where the event wakes no agent: most events about issues do not. */
export function findWakes(event: WakingEvent): readonly Wake[] | undefined {
  const wakes = wakesOf(event);
  return wakes.length > 0 ? wakes : undefined;
}

export function wakesOf(event: WakingEvent): Wake[] {
  if (event.type === 'issue.unblocked' || event.type === 'issue.children_settled') {
    return wakesWithAuthor(event);
  }
  const author = event.actorType === 'agent' ? event.actorId : null;
  return wakesWithAuthor(event).filter(({ agentId }) => agentId !== author);
}

function wakesWithAuthor(event: WakingEvent): Wake[] {
  switch (event.type) {
    case 'issue.assigned':
    case 'issue.checked_out':
      return wakesOfAssignment(event.payload);
    case 'issue.unblocked':
      return wakesOfAssignment(event.payload, 'issue_unblocked');
    case 'issue.hold_lifted':
      return wakesOfAssignment(event.payload, 'hold_lifted');
    case 'issue.children_settled':
      return wakesOfChildren(event.payload, 'children_settled');
    case 'issue.child_ended':
      return wakesOfChildren(event.payload, 'child_ended');
    case 'issue.child_blocked':
      return wakesOfChildren(event.payload, 'child_blocked');
    case 'issue.updated':
      return wakesOfStatusChange(event.payload);
    case 'issue.review_requested':
      return wakesOfReview(event.payload.reviewerAgentId, 'review_requested', event.payload);
    case 'issue.reviewed':
      return wakesOfReview(event.payload.authorAgentId, 'reviewed', event.payload);
    case 'issue.wait_ended':
      return wakesOfWait(event.payload);
    case 'issue.left_in_progress':
      return wakesOfLeft(event.payload);
    case 'issue.commented':
      return wakesOfComment(event.payload);
    case 'issue.overdue':
    case 'issue.overdue_escalated':
      return wakesOfOverdue(event.type, event.payload);
    case 'question.asked':
    case 'question.answered':
    case 'question.expired':
      return wakesOfQuestion(event.type, event.payload);
    case 'approval.approved':
    case 'approval.rejected':
    case 'approval.revision_requested':
      return wakesOfDecision(event.payload);
    case 'approval.cancelled':
      // An approval that lapses, also with its agent, was not decided by the board.
      return event.actorType === 'user' ? wakesOfDecision(event.payload) : [];
    case 'approval.not_applied':
      return wakesOfApproval(event.payload, 'approval_not_applied');
    case 'approval.commented':
      return event.payload.byBoard
        ? wakesOfApproval(event.payload, 'approval_commented', { comment: event.payload.excerpt })
        : [];
    default:
      return event satisfies never;
  }
}

const noSubject = {
  commentId: null,
  approvalId: null,
  approvalStatus: null,
  linkedIssueIds: [],
} as const;

/** Work in the backlog must not be started yet; finished work is over. */
const inactiveStatuses: readonly string[] = ['backlog', 'done', 'cancelled'];

function wakesOfAssignment(issue: IssueSnapshot, reason = 'issue_assigned'): Wake[] {
  const { issueId, status, assigneeAgentId } = issue;
  if (!assigneeAgentId || inactiveStatuses.includes(status) || isHeldBack(issue)) return [];
  return [
    {
      ...noSubject,
      agentId: assigneeAgentId,
      source: 'assignment',
      reason,
      issueId,
    },
  ];
}

/** For the parent's assignee, unless the parent says `none`. */
function wakesOfChildren(parent: ParentSnapshot, reason: string): Wake[] {
  const { wakeOnChildren, child, children, childCounts, openChildren } = parent;
  if (wakeOnChildren === 'none') return [];
  const payload = { child, children, childCounts, openChildren };
  return wakesOfAssignment(parent, reason).map((wake) => ({ ...wake, payload }));
}

function wakesOfStatusChange(issue: Payload<typeof issues, 'issue.updated'>): Wake[] {
  const { issueId, status, assigneeAgentId, changes } = issue;
  const from = changes['status']?.from;
  // A new assignee is woken by `issue.assigned`, which is emitted together with this event.
  if (!assigneeAgentId || from === undefined || 'assigneeAgentId' in changes) return [];
  const leftBacklog = from === 'backlog' && !inactiveStatuses.includes(status);
  const unblocked = from === 'blocked' && status === 'todo';
  const reopened = (from === 'done' || from === 'cancelled') && status === 'todo';
  if ((!leftBacklog && !unblocked && !reopened) || isHeldBack(issue)) return [];
  const reason = leftBacklog
    ? 'issue_left_backlog'
    : unblocked
      ? 'issue_unblocked'
      : 'issue_reopened';
  return [{ ...noSubject, agentId: assigneeAgentId, source: 'assignment', reason, issueId }];
}

/**
 * An agent that is asked for a verdict, or told of one, is addressed like one that is mentioned: it need
 * not be the assignee, and a verdict is heard when the issue has ended, too.
 */
const wakesOfReview = (
  agentId: string | null,
  reason: 'review_requested' | 'reviewed',
  { issueId, commentId }: { readonly issueId: string; readonly commentId: string | null },
): Wake[] =>
  agentId === null
    ? []
    : [{ ...noSubject, agentId, source: 'mention', reason, issueId, commentId }];

/**
 * The agent that has waited asked for it, as one that asks for words: it need not be the assignee, nor does
 * it matter whether other issues block this one. A deadline that has moved the issue wakes nobody.
 */
function wakesOfWait({ issueId, wait }: WaitEnded): Wake[] {
  const { agentId, waitId, note, cause, received, moved } = wait;
  if (cause === 'cancelled' || moved) return [];
  const brought = received === null ? {} : { received: { by: 'outside', text: received } as const };
  const payload = { wait: { waitId, note, cause, ...brought } };
  return [{ ...noSubject, agentId, source: 'mention', reason: 'wait_ended', issueId, payload }];
}

const wakesOfComment = (comment: Payload<typeof issues, 'issue.commented'>): Wake[] =>
  wakesOfWords(comment).filter(({ agentId }) => agentId !== comment.toldByReview);

/** The assignee hears of words about open work; of what is over or not planned, only whom they mention. */
function wakesOfWords({
  issueId,
  commentId,
  status,
  assigneeAgentId,
  mentions,
}: Payload<typeof issues, 'issue.commented'>): Wake[] {
  const mentioned = [
    ...new Set(mentions.filter(({ woken }) => woken).map(({ agentId }) => agentId)),
  ]
    .slice(0, MENTION_WAKES_MAX)
    .map((agentId): Wake => ({
      ...noSubject,
      agentId,
      source: 'mention',
      reason: 'issue_comment_mentioned',
      issueId,
      commentId,
    }));
  const isMentioned = mentioned.some(({ agentId }) => agentId === assigneeAgentId);
  if (!assigneeAgentId || isMentioned || inactiveStatuses.includes(status)) return mentioned;
  return [
    ...mentioned,
    {
      ...noSubject,
      agentId: assigneeAgentId,
      source: 'comment',
      reason: 'issue_commented',
      issueId,
      commentId,
    },
  ];
}

function wakesOfDecision(approval: Payload<typeof approvals, 'approval.approved'>): Wake[] {
  const { status, decisionNote } = approval;
  const payload = decisionNote ? { decisionNote } : undefined;
  return wakesOfApproval(approval, `approval_${status}`, payload);
}

/**
 * Wakes the requester. A comment on an approval is not a comment on an issue: `commentId`, by which
 * an agent reads the issue's thread, stays empty.
 */
function wakesOfApproval(
  {
    approvalId,
    status,
    requestedByAgentId,
    issueIds,
  }: Payload<typeof approvals, 'approval.approved'>,
  reason: string,
  payload?: Wake['payload'],
): Wake[] {
  if (!requestedByAgentId) return [];
  return [
    {
      agentId: requestedByAgentId,
      source: 'approval',
      reason,
      issueId: issueIds[0] ?? null,
      commentId: null,
      approvalId,
      approvalStatus: status,
      linkedIssueIds: issueIds,
      ...(payload ? { payload } : {}),
    },
  ];
}
