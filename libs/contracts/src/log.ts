/**
 * Operations that every service has because every service has an event log. They are served by
 * service-kit under the service's own subject (`rpc.v1.issues.readLog`).
 */
import { z } from 'zod';
import { operation, serviceNames } from './define.ts';
import { Id, JsonObject, PathId, Timestamp } from './vocabulary.ts';

/** Most events in one answer of `readLog`. */
export const LOG_PAGE_MAX = 200;

export const ActorType = z.enum(['agent', 'user', 'system']);

/** One event as it is stored, published and read again. `seq` has no holes within a company. */
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
  /** Id of the event to which this one is a reaction. */
  causedBy: Id.nullable(),
  payload: JsonObject,
  traceparent: z.string().nullable(),
  occurredAt: Timestamp,
});
export type EventRecord = z.output<typeof EventRecord>;

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
  causedBy: Id.nullable(),
  details: JsonObject,
  createdAt: Timestamp,
});
export type Activity = z.output<typeof Activity>;

export const activityFilters = {
  agentId: Id.optional(),
  entityType: z.string().max(40).optional(),
  entityId: Id.optional(),
  action: z.string().max(80).optional(),
  since: Timestamp.optional(),
};

export const logOperations = {
  readLog: operation({
    kind: 'read',
    summary: 'Events of a company after a number, in order.',
    who: ['service'],
    input: z.object({
      companyId: Id,
      after: z.int().min(0),
      limit: z.int().min(1).max(LOG_PAGE_MAX).default(LOG_PAGE_MAX),
    }),
    output: z.array(EventRecord),
    refusals: [],
  }),
  readHeads: operation({
    kind: 'read',
    summary: 'The last number of each company, in pages ordered by company.',
    who: ['service'],
    input: z.object({ afterCompanyId: Id.optional() }),
    output: z.array(z.object({ companyId: Id, seq: z.int() })),
    refusals: [],
  }),
  readHead: operation({
    kind: 'read',
    summary: "The last event of a company; 0 and nothing where none was said yet.",
    who: ['service'],
    input: z.object({ companyId: Id }),
    output: z.object({ seq: z.int(), id: Id.nullable() }),
    refusals: [],
  }),
  awaitApplied: operation({
    kind: 'read',
    summary: 'Wait until this service has applied an event; says how far its own log is.',
    who: ['service'],
    input: z.object({
      producer: z.string(),
      companyId: Id,
      seq: z.int().min(1),
      waitMs: z.int().min(0).max(2_000),
      /** Of the request that said it; then only what was said because of it counts as the head. */
      because: z.object({ requestId: z.string().max(200), since: Timestamp }).optional(),
      /** False where nobody is asked further: the head is then not looked for. */
      wantsHead: z.boolean().default(true),
    }),
    output: z.object({
      applied: z.boolean(),
      /** How far this service's own log is; 0 where nothing was said, or nothing because of it. */
      head: z.int(),
    }),
    refusals: [],
  }),
  listActivity: operation({
    kind: 'read',
    summary: "One service's part of a company's activity, newest first.",
    who: ['agent', 'board'],
    input: z.object({
      companyId: PathId,
      ...activityFilters,
      /** Only entries with a lower number. */
      before: z.int().min(1).optional(),
      limit: z.int().min(1).max(500),
    }),
    output: z.array(Activity),
    refusals: [],
  }),
} as const;
