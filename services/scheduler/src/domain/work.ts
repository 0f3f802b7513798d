/** What an agent has to do, as far as its clock is concerned. */
import type { IssueSnapshot, IssueStatus } from '@muster/contracts';

/**
 * What is blocked or in review waits for somebody else, whose next step wakes the assignee; what is
 * in the backlog is not to be started, and the rest has ended.
 */
const actionable: readonly IssueStatus[] = ['todo', 'in_progress'];

/** Who can do something about the issue now; nobody where no agent can. */
export const doerOf = (
  { status, assigneeAgentId }: Pick<IssueSnapshot, 'status' | 'assigneeAgentId'>,
): string | null => (actionable.includes(status) ? assigneeAgentId : null);
