/** A service's share of a company's activity log: its event log in a form for people. */
import {
  redact,
  type Activity,
  type Contract,
  type EventRecord,
  type logOperations,
  type Scope,
} from '@muster/contracts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { inScope } from '../postgres/scope.ts';
import { firstRows, type LongColumns } from '../postgres/first-rows.ts';
import type { FirstRows } from '../postgres/paging.ts';
import { join, sql, type Statement } from '../postgres/sql.ts';
import { firstSeqAt, lastSeqBefore } from './seq-at.ts';

export type ActivityRow = Omit<EventRecord, 'producer'> & { readonly agentId: string | null };
export type ActivityFilter = z.output<(typeof logOperations)['listActivity']['input']>;

export function listActivity(
  contract: Contract,
  { db, scope }: Context<Contract>,
  filter: ActivityFilter,
): Promise<FirstRows<ActivityRow>> {
  return firstRows(db, activityStatement(contract, scope, filter), filter.limit, LONG_COLUMNS);
}

/** Of one more than the limit. */
function activityStatement(contract: Contract, scope: Scope, filter: ActivityFilter): Statement {
  const types = typesOf(contract, filter);
  const where = join(
    [sql`company_id = ${filter.companyId}`, inScope(scope), ...predicatesOf(filter)],
    ' and ',
  );
  const latest = sql`order by seq desc limit ${filter.limit + 1}`;
  if (!types || filter.entityId || filter.runId || filter.clientRequestId) {
    const ofType = types ? sql`and type = any(${types}::text[])` : sql``;
    return sql`${activityColumns} from events where ${where} ${ofType} ${latest}`;
  }
  // The latest of each type from the index, then the latest of those.
  return sql`
    ${activityColumns} from unnest(${types}::text[]) as wanted (wanted_type) cross join lateral (
      select * from events where ${where} and type = wanted_type ${latest}
    ) as e ${latest}`;
}

/** Payloads have up to 64 KB. */
export const LONG_COLUMNS: LongColumns = { json: ['payload'] };

export const activityColumns = sql`
  select id, company_id, seq, type, version, entity_type, entity_id, actor_type, actor_id,
    actor_name, run_id, request_id, client_request_id, caused_by, payload, traceparent, occurred_at, agent_id`;

/** How far the clocks of a database that took over may be from those of the one before. */
const CLOCKS_DIFFER_MS = 600_000;
const later = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString();

const predicatesOf = (filter: ActivityFilter): Statement[] => {
  const { companyId, before, after, entityId, since, until, agentId, runId, clientRequestId } =
    filter;
  return [
    ...(before ? [sql`seq < ${before}`] : []),
    ...(after ? [sql`seq > ${after}`] : []),
    ...(entityId ? [sql`entity_id = ${entityId}`] : []),
    ...(runId ? [sql`run_id = ${runId}`] : []),
    ...(since
      ? [
          sql`occurred_at >= ${since}::timestamptz`,
          sql`seq > ${lastSeqBefore(companyId, later(since, -CLOCKS_DIFFER_MS))}`,
        ]
      : []),
    ...(until
      ? [
          sql`occurred_at < ${until}::timestamptz`,
          sql`seq < ${firstSeqAt(companyId, later(until, CLOCKS_DIFFER_MS))}`,
        ]
      : []),
    ...(filter.actorId ? [sql`actor_id = ${filter.actorId.toLowerCase()}`] : []),
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
