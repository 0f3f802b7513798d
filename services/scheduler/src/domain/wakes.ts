/**
 * Who is woken by what happens, and why. Pure: an event comes in, wake-ups go out; whether the
 * agent may be woken is decided apart (`reception.ts`). The author of an event never wakes itself.
 */
import type { approvals, EventRecord, issues, Payload, RunSource } from '@muster/contracts';

export interface Wake {
  readonly agentId: string;
  readonly source: RunSource;
  readonly reason: string;
  readonly issueId: string | null;
  readonly commentId: string | null;
  readonly approvalId: string | null;
  readonly approvalStatus: string | null;
  readonly linkedIssueIds: readonly string[];
  /** What the agent is told beside, in the run's context: what the board has written. */
  readonly payload?: { readonly decisionNote: string } | { readonly comment: string };
}

type Said<C extends typeof issues | typeof approvals, N extends string & keyof C['events']> = {
  [K in N]: Pick<EventRecord, 'actorType' | 'actorId'> & { type: K; payload: Payload<C, K> };
}[N];

export type WakingEvent =
  | Said<typeof issues, 'issue.assigned' | 'issue.updated'>
  | Said<typeof issues, 'issue.commented' | 'issue.checked_out' | 'issue.unblocked'>
  | Said<
    typeof approvals,
    'approval.approved' | 'approval.rejected' | 'approval.revision_requested' |
    'approval.cancelled' | 'approval.commented'
  >;

/** At most this many agents are woken by the mentions of one comment. */
const MENTIONS_WOKEN_MAX = 20;

/** Whether anybody is woken at all: most of what is said of issues wakes nobody. */
export const wakesAnybody = (event: WakingEvent): boolean => wakesOf(event).length > 0;

export function wakesOf(event: WakingEvent): Wake[] {
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
    case 'issue.updated':
      return wakesOfMove(event.payload);
    case 'issue.commented':
      return wakesOfComment(event.payload);
    case 'approval.approved':
    case 'approval.rejected':
    case 'approval.revision_requested':
      return wakesOfVerdict(event.payload);
    case 'approval.cancelled':
      // What falls away by itself, or with its agent, is nobody's word on it.
      return event.actorType === 'user' ? wakesOfVerdict(event.payload) : [];
    case 'approval.commented':
      return event.payload.byBoard
        ? wakesOfApproval(event.payload, 'approval_commented', { comment: event.payload.excerpt })
        : [];
    default:
      return event satisfies never;
  }
}

const nothingElse = {
  commentId: null, approvalId: null, approvalStatus: null, linkedIssueIds: [],
} as const;

/** Work in the backlog is not to be started yet, work that has ended not any more. */
const sleeping: readonly string[] = ['backlog', 'done', 'cancelled'];

function wakesOfAssignment(
  { issueId, status, assigneeAgentId }: Payload<typeof issues, 'issue.assigned'> |
    Payload<typeof issues, 'issue.checked_out'>,
  reason = 'issue_assigned',
): Wake[] {
  if (!assigneeAgentId || sleeping.includes(status)) return [];
  return [{
    ...nothingElse,
    agentId: assigneeAgentId,
    source: 'assignment',
    reason,
    issueId,
  }];
}

function wakesOfMove(
  { issueId, status, assigneeAgentId, changes }: Payload<typeof issues, 'issue.updated'>,
): Wake[] {
  const from = changes['status']?.from;
  // A new assignee hears of the issue by `issue.assigned`, which is said beside this.
  if (!assigneeAgentId || from === undefined || 'assigneeAgentId' in changes) return [];
  const leftBacklog = from === 'backlog' && !sleeping.includes(status);
  const unblocked = from === 'blocked' && status === 'todo';
  if (!leftBacklog && !unblocked) return [];
  const reason = leftBacklog ? 'issue_left_backlog' : 'issue_unblocked';
  return [{ ...nothingElse, agentId: assigneeAgentId, source: 'assignment', reason, issueId }];
}

function wakesOfComment(
  { issueId, commentId, assigneeAgentId, mentions }: Payload<typeof issues, 'issue.commented'>,
): Wake[] {
  const mentioned = [...new Set(mentions.filter(({ woken }) => woken).map((who) => who.agentId))]
    .slice(0, MENTIONS_WOKEN_MAX)
    .map((agentId): Wake => ({
      ...nothingElse,
      agentId,
      source: 'mention',
      reason: 'issue_comment_mentioned',
      issueId,
      commentId,
    }));
  if (!assigneeAgentId || mentioned.some(({ agentId }) => agentId === assigneeAgentId)) {
    return mentioned;
  }
  return [...mentioned, {
    ...nothingElse,
    agentId: assigneeAgentId,
    source: 'comment',
    reason: 'issue_commented',
    issueId,
    commentId,
  }];
}

function wakesOfVerdict(verdict: Payload<typeof approvals, 'approval.approved'>): Wake[] {
  const { status, decisionNote } = verdict;
  const told = decisionNote ? { decisionNote } : undefined;
  return wakesOfApproval(verdict, `approval_${status}`, told);
}

/**
 * The requester hears what the board says. A comment on an approval is none on an issue, so
 * `commentId`, by which an agent reads the issue's thread, stays empty.
 */
function wakesOfApproval(
  { approvalId, status, requestedByAgentId, issueIds }: Payload<
    typeof approvals, 'approval.approved'
  >,
  reason: string,
  payload?: Wake['payload'],
): Wake[] {
  if (!requestedByAgentId) return [];
  return [{
    agentId: requestedByAgentId,
    source: 'approval',
    reason,
    issueId: issueIds[0] ?? null,
    commentId: null,
    approvalId,
    approvalStatus: status,
    linkedIssueIds: issueIds,
    ...(payload ? { payload } : {}),
  }];
}
