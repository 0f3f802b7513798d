/** What waits for the reader. States and not messages, so that the inbox empties itself. */
import type { Agent, Approval, IssueRow } from '@muster/contracts';

export interface Inbox {
  readonly decide: readonly Approval[];
  readonly mine: readonly IssueRow[];
  readonly review: readonly IssueRow[];
  readonly stuck: readonly IssueRow[];
  readonly agents: readonly Agent[];
}

export interface Waiting {
  readonly approvals: readonly Approval[];
  /** Issues that are open. */
  readonly issues: readonly IssueRow[];
  readonly agents: readonly Agent[];
  readonly me: string | undefined;
}

export function inboxOf({ approvals, issues, agents, me }: Waiting): Inbox {
  const isMine = (issue: IssueRow): boolean => me !== undefined && issue.assigneeUserId === me;
  return {
    decide: approvals.filter(({ status }) => status === 'pending'),
    mine: issues.filter((issue) => isMine(issue) && issue.status !== 'in_review'),
    review: issues.filter(
      (issue) => issue.status === 'in_review' && (isMine(issue) || issue.createdByUserId === me),
    ),
    stuck: issues.filter(
      (issue) =>
        issue.status === 'blocked' &&
        !isMine(issue) &&
        (issue.blockedByIssueIds ?? []).length === 0,
    ),
    agents: agents.filter(
      ({ status, pauseReason }) =>
        status === 'error' ||
        (status === 'paused' && (pauseReason === 'budget' || pauseReason === 'loop')),
    ),
  };
}

export const isEmpty = (inbox: Inbox): boolean =>
  Object.values(inbox).every((each: readonly unknown[]) => each.length === 0);
