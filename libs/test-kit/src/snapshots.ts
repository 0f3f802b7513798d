/** Valid snapshots of companies, agents and issues, as the services that own them send them, and ids. */
import {
  RuntimeConfig,
  type AgentSnapshot,
  type CompanySnapshot,
  type IssueSnapshot,
} from '@muster/contracts';
import { newId } from '@muster/service-kit';

/** As many that companies of one test run rarely share a beginning. */
const PREFIX_LETTERS = 6;

/** Random letters for the beginning of a company's name, or its issue prefix. */
export const letters = (): string =>
  Array.from({ length: PREFIX_LETTERS }, () =>
    String.fromCharCode(65 + Math.floor(Math.random() * 26)),
  ).join('');

export const aCompany = (overrides: Partial<CompanySnapshot> = {}): CompanySnapshot => ({
  companyId: newId(),
  name: 'Acme',
  issuePrefix: letters(),
  status: 'active',
  budgetMonthlyCents: 0,
  requireBoardApprovalForNewAgents: true,
  reviewRequired: true,
  timeZone: 'UTC',
  version: 1,
  ...overrides,
});

export const anAgent = (overrides: Partial<AgentSnapshot> = {}): AgentSnapshot => {
  const agentId = overrides.agentId ?? newId();
  return {
    agentId,
    name: `Agent ${agentId.slice(-12)}`,
    urlKey: `agent-${agentId.slice(-12)}`,
    role: 'engineer',
    title: null,
    status: 'idle',
    pauseReason: null,
    reportsTo: null,
    adapterType: 'process',
    runtimeConfig: RuntimeConfig.parse({}),
    permissions: { canCreateAgents: false },
    budgetMonthlyCents: 0,
    version: 1,
    ...overrides,
  };
};

export const anIssue = (overrides: Partial<IssueSnapshot> = {}): IssueSnapshot => ({
  issueId: newId(),
  identifier: 'ACM-1',
  title: 'Grow',
  status: 'todo',
  priority: 'medium',
  assigneeAgentId: null,
  assigneeUserId: null,
  parentId: null,
  projectId: null,
  goalId: null,
  version: 1,
  ...overrides,
});

/** An id as `newId` made it so many days ago. */
export function idOfPast(days: number): string {
  const made = Math.round(Date.now() - days * 86_400_000);
  const time = made.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}
