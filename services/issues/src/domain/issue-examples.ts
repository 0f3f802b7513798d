/** Issues and circumstances for tests: everything is in order unless a test says what is not. */
import type { IssueStatus } from '@muster/contracts';
import type { IssueState, Standing } from './standing.ts';

export const ANN = '01990000-0000-7000-8000-00000000000a';
export const BOB = '01990000-0000-7000-8000-00000000000b';
const ISSUE = '01990000-0000-7000-8000-000000000001';
const COMPANY = '01990000-0000-7000-8000-000000000002';
export const LONG_AGO = '2026-01-01T00:00:00.000Z';
export const NOW = '2026-02-02T00:00:00.000Z';

export const anIssue = (
  status: IssueStatus,
  overrides: Partial<IssueState> = {},
): IssueState => ({
  id: ISSUE, companyId: COMPANY, identifier: 'ACM-1', issueNumber: 1, title: 'An issue',
  description: null, status, priority: 'medium', assigneeAgentId: null, assigneeUserId: null,
  parentId: null, projectId: null, goalId: null, labels: [], labelIds: [], blockedByIssueIds: [],
  createdByAgentId: null, createdByUserId: null, assignedByAgentId: null, assignedByUserId: null,
  checkoutRunId: null,
  startedAt: status === 'in_progress' ? LONG_AGO : null,
  completedAt: status === 'done' ? LONG_AGO : null,
  cancelledAt: status === 'cancelled' ? LONG_AGO : null,
  createdAt: LONG_AGO, updatedAt: LONG_AGO, version: 3,
  ...overrides,
});

export const aStanding = (overrides: Partial<Standing> = {}): Standing => ({
  companyStatus: 'active', reviewRequired: true, strategyApproved: true, callerAgentId: null,
  callerIsCeo: false, callerManagesAssignee: false, assignerIsInTeam: true, agentStatus: 'idle',
  ...overrides,
});
