/** Which issues give an agent work, as far as its timer is concerned. */
import type { IssueSnapshot, IssueStatus } from '@muster/contracts';

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
