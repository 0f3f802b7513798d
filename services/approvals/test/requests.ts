/** Fixtures that several tests of this service use. */
import { agents, issues, type approvals, type Payload } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { anAgent, anIssue, type Stage } from '@muster/test-kit';

export type ApprovalsStage = Stage<typeof approvals>;

export interface HireOptions {
  readonly requestedByAgentId?: string | null;
  readonly requestedByUserId?: string | null;
  readonly sourceIssueIds?: string[];
  readonly hire?: Payload<typeof agents, 'agent.hire_requested'>['hire'];
}

/** Receives a hire that waits for the board, as the agents service emits it. */
export async function givenHire(
  stage: ApprovalsStage,
  companyId: string,
  {
    requestedByAgentId = null,
    requestedByUserId = null,
    sourceIssueIds = [],
    ...given
  }: HireOptions = {},
) {
  const agent = anAgent({ status: 'pending_approval' });
  const approvalId = newId();
  const adapterConfig = { env: { KEY: 'sk-live-1' }, cwd: '/srv' };
  const hire = { name: agent.name, adapterConfig, ...given.hire };
  const event = {
    companyId,
    entityId: agent.agentId,
    payload: { ...agent, approvalId, requestedByAgentId, requestedByUserId, sourceIssueIds, hire },
  };
  await stage.receive(agents, 'agent.hire_requested', event);
  return { agent, approvalId, event };
}

export async function givenIssue(stage: ApprovalsStage, companyId: string): Promise<string> {
  const issueId = newId();
  await stage.receive(issues, 'issue.created', {
    companyId,
    entityId: issueId,
    payload: anIssue({ issueId }),
  });
  return issueId;
}
