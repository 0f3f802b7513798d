/** An issue is assigned to an agent, which wakes it. */
import type { issues, Payload } from '@muster/contracts';
import { anIssue } from '@muster/test-kit';

export const assignment = (
  issueId: string,
  agentId: string,
  version = 1,
): Payload<typeof issues, 'issue.assigned'> => ({
  ...anIssue({ issueId, assigneeAgentId: agentId, version }),
  previousAssigneeAgentId: null,
});
