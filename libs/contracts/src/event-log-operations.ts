/**
 * Operations of every service, because every service has an event log. service-kit serves them
 * under the subject of the service (`rpc.v1.issues.readLog`).
 */
import { z } from 'zod';
import { operation, serviceNames } from './define.ts';
import { Id, JsonObject, PathId, Timestamp } from './vocabulary.ts';

/** Most events in one answer of `readLog`. */
export const LOG_PAGE_MAX = 200;

/** Most types of events in one request; no service emits more. */
const LOG_TYPES_MAX = 100;

export const ActorType = z.enum(['agent', 'user', 'system']);

/** An event as it is stored, published and read from the log. `seq` has no holes in a company. */
export const EventRecord = z.object({
  id: Id,
  producer: z.enum(serviceNames),
  companyId: Id,
  seq: z.int().min(1),
  type: z.string(),
  version: z.int(),
  entityType: z.string(),
  entityId: Id,
  actorType: ActorType,
  actorId: z.string(),
  actorName: z.string(),
  runId: Id.nullable(),
  requestId: z.string().nullable(),
  /** The `X-Request-Id` of the client, which others may have chosen as well; absent if it sent none. */
  clientRequestId: z.string().nullish(),
  /** Id of the event whose reaction emitted this one. */
  causedBy: Id.nullable(),
  payload: JsonObject,
  traceparent: z.string().nullable(),
  occurredAt: Timestamp,
});
export type EventRecord = z.output<typeof EventRecord>;

/** The type of state that comes next, and what its owner says it comes after; null: from the first. */
export const StatePosition = z.object({
  type: z.string().max(80),
  after: z.string().max(200).nullable(),
});
export type StatePosition = z.output<typeof StatePosition>;

/** Kept characters of the `X-Request-Id` of a client. */
export const CLIENT_REQUEST_ID_MAX = 128;

/** An entry of a company's activity log. `seq` counts within one service's log. */
export const Activity = z.object({
  id: Id,
  companyId: Id,
  service: z.string(),
  seq: z.int(),
  actorType: ActorType,
  actorId: z.string(),
  actorName: z.string(),
  action: z.string(),
  entityType: z.string(),
  entityId: Id,
  agentId: Id.nullable(),
  runId: Id.nullable(),
  requestId: z.string().nullable(),
  /** The `X-Request-Id` of the client, if it sent one: 128 characters at most, tokens masked. */
  clientRequestId: z.string().optional(),
  causedBy: Id.nullable(),
  details: JsonObject,
  createdAt: Timestamp,
});
export type Activity = z.output<typeof Activity>;

/** An event with what led to it and what it led to, in all services. */
export const ActivityChain = z.object({
  activityId: Id,
  causes: z
    .array(Activity)
    .describe('The events that led to it, the root first; each has caused the next one.'),
  event: Activity,
  effects: z
    .array(Activity)
    .describe(
      'What followed from it, in the order in which it happened; `causedBy` says from what.',
    ),
  others: z
    .array(Activity)
    .describe('What else the same request has caused: it neither led to it nor followed from it.'),
  more: z
    .boolean()
    .describe('Whether there may be further events, because a service has more than are read.'),
});
export type ActivityChain = z.output<typeof ActivityChain>;

/** More than there are types of events. */
const ACTIONS_MAX = 100;
const ACTOR_ID_MAX = 200;

/** Events of one service in the answer to what belongs together. */
export const CHAIN_PART_MAX = 100;

export const activityFilters = {
  agentId: Id.optional(),
  entityType: z.string().max(40).optional(),
  entityId: Id.optional(),
  action: z.string().max(80).optional(),
  /** Several: an entry has one of them. */
  actions: z.array(z.string().min(1).max(80)).min(1).max(ACTIONS_MAX).optional(),
  since: Timestamp.optional(),
  until: Timestamp.optional().describe('Only what happened before this moment.'),
  actorId: z
    .string()
    .min(1)
    .max(ACTOR_ID_MAX)
    .optional()
    .describe(
      'Only what this agent, this board user or this service has done itself. A page may have fewer ' +
        'entries than its limit, or none, and still a next cursor.',
    ),
  clientRequestId: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('Only what requests with this X-Request-Id have done, and what followed from it.'),
};

export const logOperations = {
  readLog: operation({
    kind: 'read',
    summary: 'Events of a company after a sequence number, in order.',
    who: ['service'],
    input: z.object({
      companyId: Id,
      after: z.int().min(0),
      limit: z.int().min(1).max(LOG_PAGE_MAX).default(LOG_PAGE_MAX),
      /** Only events of these types. */
      types: z.array(z.string().max(80)).min(1).max(LOG_TYPES_MAX).optional(),
    }),
    output: z.array(EventRecord),
    refusals: [],
  }),
  readState: operation({
    kind: 'read',
    summary:
      'The current state of a company as events of the types that the contract names, page by page.',
    who: ['service'],
    input: z.object({
      companyId: Id,
      /** Where the page before has ended; absent for the first page. */
      after: StatePosition.optional(),
    }),
    output: z.object({
      /** All events up to this one are in the states of this page and of all later pages. */
      seq: z.int(),
      events: z.array(EventRecord),
      /** Null at the end. */
      next: StatePosition.nullable(),
    }),
    refusals: [],
  }),
  readHeads: operation({
    kind: 'read',
    summary: 'The last sequence number of each company, in pages ordered by company.',
    who: ['service'],
    input: z.object({
      afterCompanyId: Id.optional(),
      /** Only of companies with an event in so many seconds, by the clock of the log's database. */
      grownWithinSeconds: z.int().min(1).optional(),
    }),
    output: z.array(z.object({ companyId: Id, seq: z.int() })),
    refusals: [],
  }),
  readHead: operation({
    kind: 'read',
    summary: 'The last event of a company; 0 and null where there is none yet.',
    who: ['service'],
    input: z.object({ companyId: Id }),
    output: z.object({ seq: z.int(), id: Id.nullable() }),
    refusals: [],
  }),
  awaitApplied: operation({
    kind: 'read',
    summary: 'Wait until this service has applied an event; answers with the head of its own log.',
    who: ['service'],
    input: z.object({
      producer: z.string(),
      companyId: Id,
      seq: z.int().min(1),
      waitMs: z.int().min(0).max(2_000),
      /** The request that emitted the event; the head then counts only events caused by it. */
      because: z.object({ requestId: z.string().max(200), since: Timestamp }).optional(),
      /** False where no further service has to settle: the head is then not read. */
      wantsHead: z.boolean().default(true),
    }),
    output: z.object({
      applied: z.boolean(),
      /** Last sequence number of this service's own log; 0 where it has no such event. */
      head: z.int(),
    }),
    refusals: [],
  }),
  listActivity: operation({
    kind: 'read',
    summary:
      "A company's activity in the log of one service, newest first, as much as fits an answer.",
    who: ['agent', 'board'],
    input: z.object({
      companyId: PathId,
      ...activityFilters,
      /** Only of calls in this run, and of what services did because of them. */
      runId: Id.optional(),
      /** Only entries with a lower sequence number. */
      before: z.int().min(1).optional(),
      /** Only entries with a higher sequence number. */
      after: z.int().min(0).optional(),
      limit: z.int().min(1).max(500),
    }),
    output: z.array(Activity),
    paged: true,
    refusals: [],
  }),
  listActivityNear: operation({
    kind: 'read',
    summary:
      'Activity of one service near a moment, the nearest first: one event, or what one request has ' +
      'caused. It looks at a bounded number of events before and after that moment.',
    who: ['agent', 'board'],
    input: z.object({
      companyId: PathId,
      at: Timestamp,
      id: Id.optional(),
      requestId: z.string().max(ACTOR_ID_MAX).optional(),
      limit: z.int().min(1).max(CHAIN_PART_MAX),
    }),
    output: z.array(Activity),
    paged: true,
    refusals: [],
  }),
} as const;
