/**
 * Reads that the gateway composes of several services' answers. They have a path and a schema like
 * any operation, but no subject of their own.
 */
import { z } from 'zod';
import { operation } from './define.ts';
import { Activity, activityFilters } from './log.ts';
import { page, PathId } from './vocabulary.ts';

export const composed = {
  listCompanyActivity: operation({
    http: 'GET /api/companies/:companyId/activity',
    summary: "Everything that happened in a company, newest first, of all services' logs.",
    who: ['agent', 'board'],
    input: z.object({ companyId: PathId, ...activityFilters, ...page }),
    output: z.array(Activity),
    paged: true,
    refusals: [],
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
  getOpenApi: operation({
    http: 'GET /api/openapi.json',
    summary: 'This interface as an OpenAPI 3.1 document.',
    who: ['public'],
    input: z.object({}),
    output: z.record(z.string(), z.json()),
    refusals: [],
  }),
} as const;
