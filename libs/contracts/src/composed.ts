/**
 * What spans several services, composed by the gateway of their operations. They have a path and a
 * schema like any operation, but no subject of their own.
 */
import { z } from 'zod';
import { Approval, approvals } from './approvals.ts';
import { composedDashboard } from './composed-dashboard.ts';
import { composedExplain } from './composed-explain.ts';
import { composedJoining } from './composed-joining.ts';
import { signInRoutes } from './composed-sign-in.ts';
import { composedTexts } from './composed-texts.ts';
import { wakeRoutes } from './composed-wakes.ts';
import { operation } from './define.ts';
import { feedRoutes } from './gateway-feed.ts';
import { invitationRoutes } from './gateway-members.ts';
import { webhookRoutes } from './gateway-webhooks.ts';
import { IssueSummary } from './issues-records.ts';
import { Activity, activityFilters } from './log.ts';
import { Id, IssueRef, page, PathId } from './vocabulary.ts';

const { linkApproval, unlinkApproval } = approvals.operations;

export const composed = {
  ...composedJoining,
  ...composedTexts,
  ...composedDashboard,
  ...composedExplain,
  ...signInRoutes,
  ...invitationRoutes,
  ...wakeRoutes,
  ...feedRoutes,
  ...webhookRoutes,
  listCompanyActivity: operation({
    http: 'GET /api/companies/:companyId/activity',
    summary: "Everything that happened in a company, newest first, of all services' logs.",
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
    summary: 'Link an issue to an approval; the answer is the approvals now linked.',
    who: ['agent', 'board'],
    status: 201,
    input: z.object({ issueId: IssueRef, approvalId: Id }),
    output: linkApproval.output,
    refusals: ['issue_not_found', ...linkApproval.refusals],
    says: linkApproval.says,
  }),
  unlinkIssueApproval: operation({
    http: 'DELETE /api/issues/:issueId/approvals/:approvalId',
    summary: 'Take the link between an issue and an approval away.',
    who: ['agent', 'board'],
    input: z.object({ issueId: IssueRef, approvalId: PathId }),
    output: unlinkApproval.output,
    refusals: ['issue_not_found', ...unlinkApproval.refusals],
    says: unlinkApproval.says,
  }),
  listApprovalIssues: operation({
    http: 'GET /api/approvals/:approvalId/issues',
    summary: 'The issues that an approval is about, the oldest first.',
    who: ['agent', 'board'],
    input: z.object({ approvalId: PathId, ...page }),
    output: z.array(IssueSummary),
    paged: true,
    refusals: ['approval_not_found'],
  }),
  getHealth: operation({
    http: 'GET /api/health',
    summary: 'Whether every service answers.',
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
    summary: 'This interface as a page to read and to try.',
    who: ['public'],
    produces: 'text/html',
    input: z.object({}),
    output: z.string(),
    refusals: [],
  }),
  getOpenApi: operation({
    http: 'GET /api/openapi.json',
    summary: 'This interface as an OpenAPI 3.1 document.',
    who: ['public'],
    input: z.object({}),
    output: z.record(z.string(), z.json()),
    refusals: [],
  }),
} as const;
