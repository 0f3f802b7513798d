/**
 * Work that is over for an agent: its issue was done or cancelled, or taken from it, by another party
 * than its run. A run that works on it is told to stop, and ends; a wake-up that waits for it is
 * skipped. Which wake-ups ask for work on their issue is a table, from which the statements of
 * the store take their conditions. A mention asks for words, which are wanted after the end, too.
 */
import type { EventRecord, IssueStatus, issues, Payload, RunSource } from '@muster/contracts';

/** Why a waiting wake-up is skipped when its run would start; stored with the skip and the run. */
export const staleReasons = [
  'issue_ended',
  'no_longer_assigned',
  'issue_blocked',
  'issue_held',
] as const;
export type StaleReason = (typeof staleReasons)[number];

/** Sources of wake-ups that lose their sense for a reason. Each of them is about one issue. */
export const staleSources = {
  // A comment that came before the end may be about what was done.
  issue_ended: ['assignment', 'retry'],
  no_longer_assigned: ['assignment', 'comment', 'retry'],
  // The agent is woken when the last blocker ends.
  issue_blocked: ['assignment', 'retry'],
  // The agent is woken when the hold is lifted, and reads then what was said.
  issue_held: ['assignment', 'comment', 'retry'],
} as const satisfies Record<StaleReason, readonly RunSource[]>;

/** Sources of wake-ups with which a run works on their issue. */
export const workSources = ['assignment', 'comment', 'retry'] as const satisfies RunSource[];

/** For as long a run goes on after it was told to stop. */
export const STOP_GRACE_SECONDS = 10;

/** What has become of an issue since the event of a wake-up. */
export interface IssueNow {
  readonly isEnded: boolean;
  readonly assigneeAgentId: string | null;
  readonly isBlocked: boolean;
  /** The board holds it, also what is in progress. */
  readonly isHeld: boolean;
  /** It is in progress, which goes on in spite of what blocks it. */
  readonly isStarted: boolean;
}

/** The first reason that applies; nothing where the wake-up is delivered. */
export const staleReasonOf = (
  { agentId, source }: { readonly agentId: string; readonly source: RunSource },
  { isEnded, assigneeAgentId, isBlocked, isHeld, isStarted }: IssueNow,
): StaleReason | undefined => {
  const applies: Record<StaleReason, boolean> = {
    issue_ended: isEnded,
    no_longer_assigned: assigneeAgentId !== agentId,
    issue_blocked: isBlocked && !isStarted,
    issue_held: isHeld,
  };
  return staleReasons.find(
    (reason) => applies[reason] && (staleSources[reason] as readonly RunSource[]).includes(source),
  );
};

export const isEndedStatus = (status: IssueStatus): boolean =>
  status === 'done' || status === 'cancelled';

type EventOf<N extends 'issue.updated' | 'issue.assigned' | 'issue.released' | 'issue.held'> = {
  [K in N]: Pick<EventRecord, 'actorType' | 'actorId'> & {
    type: K;
    payload: Payload<typeof issues, K>;
  };
}[N];

export interface WorkOver {
  readonly issueId: string;
  /** Whose work it was. */
  readonly agentId: string;
  readonly reason: { readonly errorCode: StaleReason; readonly error: string };
  /** Whether somebody has asked for its end: then it ends whatever the company says of ended work. */
  readonly isAsked?: boolean;
}

/** Whose work on the issue is over by the event; nothing where it is nobody's. */
export function workOverBy(
  event: EventOf<'issue.updated' | 'issue.assigned' | 'issue.released' | 'issue.held'>,
): WorkOver | undefined {
  const { issueId, identifier, status, assigneeAgentId } = event.payload;
  if (event.type === 'issue.updated') {
    const { changes } = event.payload;
    if (!('status' in changes) || !isEndedStatus(status)) return undefined;
    const before = changes['assigneeAgentId']?.from;
    const agentId = typeof before === 'string' ? before : assigneeAgentId;
    const error = `${identifier} was ${status} by another party`;
    return over(issueId, agentId, { errorCode: 'issue_ended', error });
  }
  if (event.type === 'issue.held') {
    const { cancelRuns, reason: why, heldBy = identifier } = event.payload;
    if (cancelRuns === false) return undefined;
    const error = `${identifier} is held by the board (${heldBy}): ${why}`;
    const held = over(issueId, assigneeAgentId, { errorCode: 'issue_held', error });
    return held && { ...held, isAsked: cancelRuns === true };
  }
  const { previousAssigneeAgentId } = event.payload;
  if (isEndedStatus(status) || previousAssigneeAgentId === assigneeAgentId) return undefined;
  const error = `${identifier} was taken from the agent by another party`;
  return over(issueId, previousAssigneeAgentId, { errorCode: 'no_longer_assigned', error });
}

const over = (
  issueId: string,
  agentId: string | null,
  reason: WorkOver['reason'],
): WorkOver | undefined => (agentId === null ? undefined : { issueId, agentId, reason });
