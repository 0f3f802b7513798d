/** What happens in a company, as it happens: the activity log from its newest end onwards. */
import { z } from 'zod';
import { operation } from './define.ts';
import { Activity } from './log.ts';
import { Id, PathId } from './vocabulary.ts';

/** Longest wait of one question: shorter than the patience of most proxies. */
export const FEED_WAIT_MAX_SECONDS = 55;
/** Longer than any cursor of ours. */
const CURSOR_MAX = 2_000;
const TYPES_MAX = 50;

/** What somebody who follows a company wants to hear of; everything where nothing is said. */
export const feedFilters = {
  types: z.array(z.string().min(1).max(80)).max(TYPES_MAX).optional(),
  entityId: Id.optional(),
  agentId: Id.optional(),
};

export const feedRoutes = {
  followCompany: operation({
    http: 'GET /api/companies/:companyId/events',
    summary: 'What happens in a company, as it happens: server-sent events, or with `wait` or '
      + '`Accept: application/json` what comes next, as JSON. A cursor goes on where it was left. '
      + 'A stream that names `run.log` in `types` is told what runs write, too, as events of that '
      + 'name: `{runId, agentId, offset, text}`, without an id. What was missed is not told again '
      + 'and is read from `GET /api/heartbeat-runs/:runId/log?offset=`.',
    who: ['agent', 'board'],
    live: true,
    input: z.object({
      companyId: PathId,
      ...feedFilters,
      wait: z.int().min(0).max(FEED_WAIT_MAX_SECONDS).optional(),
      after: z.string().max(CURSOR_MAX).optional(),
      lastEventId: z.string().max(CURSOR_MAX).optional(),
      limit: z.int().min(1).default(100),
    }),
    headers: { lastEventId: 'Last-Event-ID' },
    output: z.array(Activity),
    refusals: ['invalid_cursor', 'cursor_too_old', 'too_many_streams'],
  }),
} as const;
