/** Which issues give an agent work, as far as its timer is concerned. */
import type { IssueSnapshot, IssueStatus } from '@muster/contracts';

/**
 * An issue that is blocked or in review waits for another party, whose next step wakes the
 * assignee. One in the backlog must not be started, and the others are finished.
 */
const actionable: readonly IssueStatus[] = ['todo', 'in_progress'];

/** The agent that can work on the issue now, if there is one. */
export const actionableAssigneeOf = ({
  status,
  assigneeAgentId,
}: Pick<IssueSnapshot, 'status' | 'assigneeAgentId'>): string | null =>
  actionable.includes(status) ? assigneeAgentId : null;
