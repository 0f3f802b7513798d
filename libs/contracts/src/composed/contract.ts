/**
 * Operations that span several services: the gateway composes them from operations of the services.
 * They have a path and schemas like any operation, but no subject.
 */
import { z } from 'zod';
import { composedActivity } from './activity.ts';
import { composedCheck } from './check-agent.ts';
import { composedCosts } from './costs.ts';
import { composedExplain } from './explain.ts';
import { composedHeartbeatContext } from './heartbeat-context.ts';
import { composedInbox } from './inbox.ts';
import { composedJoining } from './joining.ts';
import { composedOfCompanies } from './of-companies.ts';
import { composedOfIssues } from './of-issues.ts';
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

export const composed = {
  ...composedOfIssues,
  ...composedJoining,
  ...composedTexts,
  ...composedCosts,
  ...composedOfCompanies,
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
  ...composedActivity,
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
    summary:
      'The guide, as pages for people. The reference of this API is beside it, at /docs/api.',
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
    sends: ['ETag'],
    refusals: [],
  }),
} as const;
