/** One service's part of a company's activity log: its event log, read for people. */
import { redact, type Activity, type Contract, type EventRecord } from '@muster/contracts';
import type { Context } from './define-service.ts';
import type { LogInput } from './log-operations.ts';
import { inScope } from './scope.ts';
import { join, many, sql } from './sql.ts';

type ActivityRow = Omit<EventRecord, 'producer'>;

export function listActivity(
  { db, scope }: Context<Contract>,
  { companyId, before, limit, ...filters }: LogInput<'listActivity'>,
): Promise<ActivityRow[]> {
  const where = [
    sql`company_id = ${companyId}`,
    inScope(scope),
    ...(before ? [sql`seq < ${before}`] : []),
    ...(filters.entityType ? [sql`entity_type = ${filters.entityType}`] : []),
    ...(filters.entityId ? [sql`entity_id = ${filters.entityId}`] : []),
    ...(filters.action ? [sql`type = ${filters.action}`] : []),
    ...(filters.since ? [sql`occurred_at >= ${filters.since}::timestamptz`] : []),
    ...(filters.agentId
      ? [sql`(actor_id = ${filters.agentId} or payload ->> 'agentId' = ${filters.agentId}
          or payload ->> 'assigneeAgentId' = ${filters.agentId}
          or payload ->> 'requestedByAgentId' = ${filters.agentId})`]
      : []),
  ];
  return many<ActivityRow>(db, sql`
    select id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id,
      actor_name, run_id, request_id, caused_by, payload, traceparent, occurred_at
    from events where ${join(where, ' and ')}
    order by seq desc limit ${limit}`);
}

export const activityOf = (service: string, event: ActivityRow): Activity => ({
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
