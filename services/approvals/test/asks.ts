/** What the tests of this service ask the stage for, over and over. */
import { agents, issues, type approvals, type Payload } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anAgent, type Stage } from '@muster/test-kit';

export type ApprovalsStage = Stage<typeof approvals>;

export interface HireOptions {
  readonly requestedByAgentId?: string | null;
  readonly requestedByUserId?: string | null;
  readonly sourceIssueIds?: string[];
  readonly hire?: Payload<typeof agents, 'agent.hire_requested'>['hire'];
}

/** A hire that waits for the board, as the agents service says it. */
export async function givenHire(
  stage: ApprovalsStage,
  companyId: string,
  {
    requestedByAgentId = null, requestedByUserId = null, sourceIssueIds = [], ...given
  }: HireOptions = {},
) {
  const agent = anAgent({ status: 'pending_approval' });
  const approvalId = newId();
  const adapterConfig = { env: { KEY: 'sk-live-1' }, cwd: '/srv' };
  const hire = { name: agent.name, adapterConfig, ...given.hire };
  const saying = {
    companyId,
    entityId: agent.agentId,
    payload: { ...agent, approvalId, requestedByAgentId, requestedByUserId, sourceIssueIds, hire },
  };
  await stage.hear(agents, 'agent.hire_requested', saying);
  return { agent, approvalId, saying };
}

export async function givenIssue(stage: ApprovalsStage, companyId: string): Promise<string> {
  const issueId = newId();
  await stage.hear(issues, 'issue.created', {
    companyId,
    entityId: issueId,
    payload: {
      issueId, identifier: 'ACM-1', title: 'Grow', status: 'todo', priority: 'medium',
      assigneeAgentId: null, assigneeUserId: null, parentId: null, projectId: null, goalId: null,
      version: 1,
    },
  });
  return issueId;
}
