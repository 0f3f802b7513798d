/** Which issues give an agent work, as far as its timer is concerned. */
import type { IssueSnapshot, issues, IssueStatus, Payload } from '@muster/contracts';

/**
 * An issue that is blocked or in review waits for another party, whose next step wakes the
 * assignee. One in the backlog must not be started, and the others are finished.
 */
const actionable: readonly IssueStatus[] = ['todo', 'in_progress'];

/**
 * Whether the issue waits for issues that block it: the end of the last one wakes its agent. What is in
 * progress in spite of them goes on.
 */
export const isHeldBack = ({
  status,
  openBlockers = [],
}: Pick<IssueSnapshot, 'status' | 'openBlockers'>): boolean =>
  status !== 'in_progress' && openBlockers.length > 0;

/** The agent that can work on the issue now, if there is one. */
export const actionableAssigneeOf = (
  issue: Pick<IssueSnapshot, 'status' | 'assigneeAgentId' | 'openBlockers'>,
): string | null =>
  actionable.includes(issue.status) && !isHeldBack(issue) ? issue.assigneeAgentId : null;

/** Whether the board holds the issue, as far as the event shows; undefined where it does not. */
export const isHeldBy = (
  type: string,
  { heldBy }: Pick<IssueSnapshot, 'heldBy'>,
): boolean | undefined =>
  type === 'issue.hold_lifted' ? false : heldBy === undefined ? undefined : true;

type EventOf<N extends keyof typeof issues.events> = {
  [K in N]: { readonly type: K; readonly payload: Payload<typeof issues, K> };
}[N];

/** Whether an open issue blocks the issue, as far as the event shows; undefined where it does not. */
export function isBlockedBy(
  event: EventOf<
    | 'issue.created'
    | 'issue.updated'
    | 'issue.assigned'
    | 'issue.checked_out'
    | 'issue.released'
    | 'issue.unblocked'
    | 'issue.held'
    | 'issue.hold_lifted'
  >,
): boolean | undefined {
  if (event.type === 'issue.unblocked') return false;
  if (event.payload.openBlockers?.length) return true;
  const isRelinked = event.type === 'issue.updated' && 'blockedByIssueIds' in event.payload.changes;
  return isRelinked ? false : undefined;
}
