/** What has happened in a company, in the event logs of all services. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { Activity, ActivityChain, activityFilters } from '../event-log-operations.ts';
import { page, PathId } from '../vocabulary.ts';

export const composedActivity = {
  listCompanyActivity: operation({
    http: 'GET /api/companies/:companyId/activity',
    summary: 'Activity of a company, from the event logs of all services, newest first.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, ...activityFilters, ...page }),
    output: z.array(Activity),
    paged: true,
    refusals: [],
  }),
  getActivityChain: operation({
    http: 'GET /api/companies/:companyId/activity/:activityId/chain',
    summary: 'What led to an event of the activity, and what it led to, in all services.',
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, activityId: PathId }),
    output: ActivityChain,
    refusals: ['activity_not_found'],
  }),
} as const;
