/** An issue is assigned to an agent, which wakes it. */
import type { issues, Payload } from '@muster/contracts';

export const assignment = (
  issueId: string,
  agentId: string,
  version = 1,
): Payload<typeof issues, 'issue.assigned'> => ({
  issueId,
  identifier: 'ACM-1',
  title: 'Count',
  status: 'todo',
  priority: 'medium',
  assigneeAgentId: agentId,
  assigneeUserId: null,
  parentId: null,
  projectId: null,
  goalId: null,
  version,
  previousAssigneeAgentId: null,
});
