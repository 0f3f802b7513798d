/** A service's share of a company's activity log: its event log in a form for people. */
import {
  redact,
  type Activity,
  type Contract,
  type EventRecord,
  type logOperations,
} from '@muster/contracts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { inScope } from '../postgres/scope.ts';
import { join, many, sql, type Statement } from '../postgres/sql.ts';

type ActivityRow = Omit<EventRecord, 'producer'> & { readonly agentId: string | null };
export type ActivityFilter = z.output<(typeof logOperations)['listActivity']['input']>;

export function listActivity(
  contract: Contract,
  { db, scope }: Context<Contract>,
  filter: ActivityFilter,
): Promise<ActivityRow[]> {
  const types = typesOf(contract, filter);
  const where = join(
    [sql`company_id = ${filter.companyId}`, inScope(scope), ...predicatesOf(filter)],
    ' and ',
  );
  const latest = sql`order by seq desc limit ${filter.limit}`;
  if (!types || filter.entityId || filter.runId || filter.clientRequestId) {
    const ofType = types ? sql`and type = any(${types}::text[])` : sql``;
    return many<ActivityRow>(db, sql`${columns} from events where ${where} ${ofType} ${latest}`);
  }
  // The latest of each type from the index, then the latest of those.
  return many<ActivityRow>(
    db,
    sql`
    ${columns} from unnest(${types}::text[]) as wanted (wanted_type) cross join lateral (
      select * from events where ${where} and type = wanted_type ${latest}
    ) as e ${latest}`,
  );
}

const columns = sql`
  select id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id,
    actor_name, run_id, request_id, client_request_id, caused_by, payload, traceparent, occurred_at, agent_id`;

const predicatesOf = (filter: ActivityFilter): Statement[] => {
  const { before, entityId, since, agentId, runId, clientRequestId } = filter;
  return [
    ...(before ? [sql`seq < ${before}`] : []),
    ...(entityId ? [sql`entity_id = ${entityId}`] : []),
    ...(runId ? [sql`run_id = ${runId}`] : []),
    ...(since ? [sql`occurred_at >= ${since}::timestamptz`] : []),
    ...(agentId ? [sql`agent_id = ${agentId}`] : []),
    ...(clientRequestId ? [sql`client_request_id = ${clientRequestId}`] : []),
  ];
};

/** The event types that match the filter; undefined if every type does. */
function typesOf(
  { events }: Contract,
  { action, actions, entityType }: ActivityFilter,
): string[] | undefined {
  if ((action ?? actions ?? entityType) === undefined) return undefined;
  return Object.entries(events)
    .filter(
      ([type, { entity }]) =>
        type === (action ?? type) &&
        (actions?.includes(type) ?? true) &&
        entity === (entityType ?? entity),
    )
    .map(([type]) => type);
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
  agentId: event.agentId,
  runId: event.runId,
  requestId: event.requestId,
  ...(event.clientRequestId ? { clientRequestId: event.clientRequestId } : {}),
  causedBy: event.causedBy,
  details: redact(event.payload) as Activity['details'],
  createdAt: event.occurredAt,
});
