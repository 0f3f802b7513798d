/** The operations that every service serves from its event log and its cursors. */
import {
  redact, scopeOf, type Activity, type EventRecord, type logOperations,
} from '@muster/contracts';
import type { z } from 'zod';
import type { Context } from './define-service.ts';
import { headOf, listEvents, listHeads, readCursor } from './event-store.ts';
import { join, many, sql, type Db } from './sql.ts';
import type { AnyHandler } from './serve.ts';
import type { Contract } from '@muster/contracts';

type LogInput<N extends keyof typeof logOperations> = z.output<(typeof logOperations)[N]['input']>;

/** How often the cursor is read while somebody waits for it; another replica may be moving it. */
const POLL_MS = 25;

/** Wakes those who wait in this process as soon as a cursor moves. */
export interface AppliedSignal {
  emit(producer: string, companyId: string): void;
  next(producer: string, companyId: string, ms: number): Promise<void>;
}

export function appliedSignal(): AppliedSignal {
  const waiting = new Map<string, Set<() => void>>();
  return {
    emit(producer, companyId) {
      for (const wake of waiting.get(`${producer} ${companyId}`) ?? []) wake();
    },
    next(producer, companyId, ms) {
      const key = `${producer} ${companyId}`;
      return new Promise((resolve) => {
        const wakes = waiting.get(key) ?? new Set();
        waiting.set(key, wakes);
        const wake = () => {
          clearTimeout(timer);
          wakes.delete(wake);
          if (wakes.size === 0) waiting.delete(key);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        wakes.add(wake);
      });
    },
  };
}

export function logHandlers(
  service: string,
  signal: AppliedSignal,
): Record<keyof typeof logOperations, AnyHandler> {
  return {
    readLog: async ({ companyId, after, limit }: LogInput<'readLog'>, { db }) =>
      (await listEvents(db, { companyId, after, limit })).map((event) => ({
        ...event, producer: service,
      })),
    readHeads: ({ afterCompanyId }: LogInput<'readHeads'>, { db }) =>
      listHeads(db, afterCompanyId),
    awaitApplied: (input: LogInput<'awaitApplied'>, { db }) => awaitApplied(db, signal, input),
    listActivity: async (input: LogInput<'listActivity'>, context) =>
      (await listActivity(context, input)).map((event) => activityOf(service, event)),
  } as Record<keyof typeof logOperations, AnyHandler>;
}

async function awaitApplied(
  db: Db,
  signal: AppliedSignal,
  { producer, companyId, seq, waitMs }: LogInput<'awaitApplied'>,
): Promise<{ applied: boolean; head: number }> {
  const until = Date.now() + waitMs;
  for (;;) {
    const { lastSeq } = await readCursor(db, producer, companyId);
    const applied = lastSeq >= seq;
    const left = until - Date.now();
    if (applied || left <= 0) return { applied, head: await headOf(db, companyId) };
    await signal.next(producer, companyId, Math.min(POLL_MS, left));
  }
}

type ActivityRow = Omit<EventRecord, 'producer'>;

function listActivity(
  { db, actor }: Context<Contract>,
  { companyId, before, limit, ...filters }: LogInput<'listActivity'>,
): Promise<ActivityRow[]> {
  const scope = scopeOf(actor);
  const where = [
    sql`company_id = ${companyId}`,
    ...(scope === 'all' ? [] : [sql`company_id = any(${scope}::uuid[])`]),
    ...(before ? [sql`seq < ${before}`] : []),
    ...(filters.entityType ? [sql`entity_type = ${filters.entityType}`] : []),
    ...(filters.entityId ? [sql`entity_id = ${filters.entityId}`] : []),
    ...(filters.action ? [sql`type = ${filters.action}`] : []),
    ...(filters.since ? [sql`occurred_at >= ${filters.since}::timestamptz`] : []),
    ...(filters.agentId
      ? [sql`(actor_id = ${filters.agentId} or payload ->> 'agentId' = ${filters.agentId}
          or payload ->> 'assigneeAgentId' = ${filters.agentId})`]
      : []),
  ];
  return many<ActivityRow>(db, sql`
    select id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id,
      actor_name, run_id, request_id, caused_by, payload, traceparent, occurred_at
    from events where ${join(where, ' and ')}
    order by seq desc limit ${limit}`);
}

const activityOf = (service: string, event: ActivityRow): Activity => ({
  id: event.id,
  companyId: event.companyId,
  service,
  seq: event.seq,
  actorType: event.actorType,
  actorId: event.actorId,
  actorName: event.actorName,
  action: event.type,
  entityType: event.entityType,
  entityId: event.entityId,
  agentId: agentOf(event),
  runId: event.runId,
  requestId: event.requestId,
  causedBy: event.causedBy,
  details: redact(event.payload) as Activity['details'],
  createdAt: event.occurredAt,
});

/** The agent whom an entry concerns: its actor, else the one that the payload names. */
function agentOf({ actorType, actorId, payload }: ActivityRow): string | null {
  if (actorType === 'agent') return actorId;
  const named = payload['agentId'] ?? payload['assigneeAgentId'] ?? payload['requestedByAgentId'];
  return typeof named === 'string' ? named : null;
}
