/**
 * Operations that span several services: the gateway composes them from operations of the services.
 * They have a path and schemas like any operation, but no subject.
 */
import { z } from 'zod';
import { Approval, approvals } from '../approvals/contract.ts';
import { composedCheck } from './check-agent.ts';
import { composedDashboard } from './dashboard.ts';
import { composedExplain } from './explain.ts';
import { composedHeartbeatContext } from './heartbeat-context.ts';
import { composedInbox } from './inbox.ts';
import { composedJoining } from './joining.ts';
import { instanceRoutes } from './instance.ts';
import { mcpRoutes } from './mcp.ts';
import { signInRoutes } from './sign-in.ts';
import { composedRunReceipt } from './run-receipt.ts';
import { composedTexts } from './texts.ts';
import { wakeRoutes } from './wakes.ts';
import { operation } from '../define.ts';
import { feedRoutes } from '../gateway/feed.ts';
import { invitationRoutes } from '../gateway/members.ts';
import { webhookRoutes } from '../gateway/webhooks.ts';
import { IssueSummary } from '../issues/records.ts';
import { Activity, activityFilters } from '../event-log-operations.ts';
import { Id, IssueRef, page, PathId } from '../vocabulary.ts';

const { linkApproval, unlinkApproval } = approvals.operations;

export const composed = {
  ...composedJoining,
  ...composedTexts,
  ...composedDashboard,
  ...composedExplain,
  ...composedCheck,
  ...composedHeartbeatContext,
  ...composedInbox,
  ...composedRunReceipt,
  ...instanceRoutes,
  ...signInRoutes,
  ...invitationRoutes,
  ...wakeRoutes,
  ...mcpRoutes,
  ...feedRoutes,
  ...webhookRoutes,
  listCompanyActivity: operation({
    http: 'GET /api/companies/:companyId/activity',
    summary: 'Activity of a company, from the event logs of all services, newest first.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, ...activityFilters, ...page }),
    output: z.array(Activity),
    paged: true,
    refusals: [],
  }),
  listIssueApprovals: operation({
    http: 'GET /api/issues/:issueId/approvals',
    summary: 'The approvals that an issue is linked to, newest first.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, ...page }),
    output: z.array(Approval),
    paged: true,
    refusals: ['issue_not_found'],
  }),
  linkIssueApproval: operation({
    http: 'POST /api/issues/:issueId/approvals',
    summary: 'Link an issue to an approval; answers with all approvals of the issue.',
    who: ['agent', 'board'],
    status: 201,
    input: z.object({ issueId: IssueRef, approvalId: Id }),
    output: linkApproval.output,
    refusals: ['issue_not_found', ...linkApproval.refusals],
    emits: linkApproval.emits,
  }),
  unlinkIssueApproval: operation({
    http: 'DELETE /api/issues/:issueId/approvals/:approvalId',
    summary: 'Unlink an issue from an approval.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, approvalId: PathId }),
    output: unlinkApproval.output,
    refusals: ['issue_not_found', ...unlinkApproval.refusals],
    emits: unlinkApproval.emits,
  }),
  listApprovalIssues: operation({
    http: 'GET /api/approvals/:approvalId/issues',
    summary: 'The issues that an approval is linked to, oldest first.',
    who: ['agent', 'board'],
    input: z.object({ approvalId: PathId, ...page }),
    output: z.array(IssueSummary),
    paged: true,
    refusals: ['approval_not_found'],
  }),
  getHealth: operation({
    http: 'GET /api/health',
    summary: 'Health: ok if every service answers.',
    who: ['public'],
    input: z.object({}),
    output: z.object({
      status: z.literal('ok'),
      services: z.record(z.string(), z.literal('ok')),
    }),
    refusals: ['unavailable'],
  }),
  getDocs: operation({
    http: 'GET /docs',
    summary: 'Interactive documentation of this API.',
    who: ['public'],
    produces: 'text/html',
    input: z.object({}),
    output: z.string(),
    refusals: [],
  }),
  getOpenApi: operation({
    http: 'GET /api/openapi.json',
    summary: 'This API as an OpenAPI 3.1 document.',
    who: ['public'],
    input: z.object({}),
    output: z.record(z.string(), z.json()),
    refusals: [],
  }),
} as const;
