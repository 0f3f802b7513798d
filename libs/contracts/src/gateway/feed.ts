/** The feed: a live stream of a company's events. */
import { z } from 'zod';
import { operation } from '../define.ts';
import { Activity } from '../event-log-operations.ts';
import { Id, PathId } from '../vocabulary.ts';

/** Longest wait of one request, shorter than the time-out of most proxies. */
export const FEED_WAIT_MAX_SECONDS = 55;
/** Longer than any cursor that the feed of one company issues. */
const CURSOR_MAX = 2_000;
/** Companies of one stream: their positions are in each of its cursors, which fit a header. */
export const FOLLOWED_COMPANIES_MAX = 25;
/** Longer than a cursor of as many companies. */
const CURSOR_OF_COMPANIES_MAX = 8_000;
/** More than there are types of events. */
const TYPES_MAX = 100;

/** Filters of the feed; without them it has every event of the company. */
export const feedFilters = {
  types: z.array(z.string().min(1).max(80)).max(TYPES_MAX).optional(),
  entityId: Id.optional(),
  agentId: Id.optional(),
};

const following = (cursorMax: number) => ({
  ...feedFilters,
  wait: z.int().min(0).max(FEED_WAIT_MAX_SECONDS).optional(),
  after: z.string().max(cursorMax).optional(),
  lastEventId: z.string().max(cursorMax).optional(),
  limit: z.int().min(1).default(100),
});

export const feedRoutes = {
  followCompanies: operation({
    http: 'GET /api/events',
    summary:
      `Follow the events of up to ${FOLLOWED_COMPANIES_MAX} companies in one stream or poll, like ` +
      'followCompany. A cursor has the position in each company: a request may name others than ' +
      'its cursor, and a further one begins with its next event.',
    who: ['agent', 'board'],
    live: true,
    input: z.object({
      companyIds: z.array(Id).min(1).max(FOLLOWED_COMPANIES_MAX),
      ...following(CURSOR_OF_COMPANIES_MAX),
    }),
    headers: { lastEventId: 'Last-Event-ID' },
    output: z.array(Activity),
    refusals: ['company_not_found', 'invalid_cursor', 'cursor_too_old', 'too_many_streams'],
  }),
  followCompany: operation({
    http: 'GET /api/companies/:companyId/events',
    summary:
      'Follow the events of a company as they happen: as server-sent events, or with `wait` or ' +
      '`Accept: application/json` the next events as JSON. Pass a cursor as `after` to continue ' +
      'after it. A stream with `run.log` in `types` also has the output of runs, as events of ' +
      'that name: `{runId, agentId, offset, text}`, without an id. Missed output is not sent ' +
      'again: read it from `GET /api/heartbeat-runs/:runId/log?offset=`.',
    who: ['agent', 'board'],
    live: true,
    input: z.object({
      companyId: PathId,
      ...following(CURSOR_MAX),
    }),
    headers: { lastEventId: 'Last-Event-ID' },
    output: z.array(Activity),
    refusals: ['invalid_cursor', 'cursor_too_old', 'too_many_streams'],
  }),
} as const;
