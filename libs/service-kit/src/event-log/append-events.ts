/** Appending to the event log: the last statement of a transaction, pipelined with COMMIT. */
import type { Actor, Contract, EventRecord, EventSpec } from '@muster/contracts';
import type { EventInput, Provenance } from '../context.ts';
import { newId } from '../new-id.ts';
import { sql, type Statement } from '../postgres/sql.ts';

/** Largest payload of one event in bytes; events carry facts, not documents. */
const PAYLOAD_MAX_BYTES = 65_536;

/** An event that was emitted and waits for the commit. */
export interface PendingEvent extends EventInput<object> {
  readonly type: string;
  readonly by: Provenance;
}

/** The answer to a request, to be stored in the transaction of its effect. */
export interface AnswerToStore {
  readonly id: string;
  readonly operation: string;
  readonly fingerprint: string;
  readonly body: string;
}

/**
 * One statement that takes the company's next numbers, inserts the events under them and stores the
 * answer. The head row stays locked until the commit, so the order of the numbers is the order of
 * the commits.
 */
export function appendStatement(
  contract: Contract,
  events: readonly PendingEvent[],
  actor: Actor,
  answer: AnswerToStore | undefined,
): Statement | undefined {
  if (events.length === 0) return answer && storeAnswer(answer, actor);
  const companyId = companyOf(events);
  const appended =
    events.length === 1
      ? appendOne(contract, events[0] as PendingEvent, actor)
      : appendSeveral(contract, events, actor);
  const numbered = sql`
    with head as (
      insert into event_heads as h (company_id, seq) values (${companyId}, ${events.length})
      on conflict (company_id) do update set seq = h.seq + excluded.seq
      returning company_id, seq
    ), appended as (${appended})`;
  if (!answer) return sql`${numbered} select seq from head`;
  return sql`${numbered}, answered as (
      insert into requests (actor, id, operation, fingerprint, company_id, seq, body)
      select ${requester(actor)}, ${answer.id}, ${answer.operation}, ${answer.fingerprint},
        head.company_id, head.seq, ${answer.body}
      from head
    )
    select seq from head`;
}

const eventColumns = sql`
  company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
  run_id, request_id, caused_by, payload, traceparent`;

/** Most writes emit one event, and unnesting arrays costs more than inserting it. */
function appendOne(contract: Contract, event: PendingEvent, actor: Actor): Statement {
  const { version, entity } = specOf(contract, event.type);
  const { runId, requestId, causedBy, traceparent } = event.by;
  return sql`
      insert into events (${eventColumns})
      select head.company_id, head.seq, ${newId()}::uuid, ${event.type}, ${version}::smallint,
        ${entity}, ${event.entityId}::uuid, ${actorType(actor)}, ${actor.id}, ${actor.name},
        ${runId}::uuid, ${requestId}, ${causedBy}::uuid, ${payloadOf(event)}::jsonb, ${traceparent}
      from head`;
}

function appendSeveral(
  contract: Contract,
  events: readonly PendingEvent[],
  actor: Actor,
): Statement {
  const specs = events.map(({ type }) => specOf(contract, type));
  return sql`
      insert into events (${eventColumns})
      select
        head.company_id, head.seq - ${events.length} + e.n, e.id, e.type, e.version, e.entity_type,
        e.entity_id, ${actorType(actor)}, ${actor.id}, ${actor.name}, e.run_id, e.request_id,
        e.caused_by, e.payload, e.traceparent
      from head, unnest(
        ${events.map(() => newId())}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${specs.map(({ version }) => version)}::smallint[],
        ${specs.map(({ entity }) => entity)}::text[],
        ${events.map(({ entityId }) => entityId)}::uuid[], ${events.map(payloadOf)}::jsonb[],
        ${events.map(({ by }) => by.runId)}::uuid[],
        ${events.map(({ by }) => by.requestId)}::text[],
        ${events.map(({ by }) => by.causedBy)}::uuid[],
        ${events.map(({ by }) => by.traceparent)}::text[]
      ) with ordinality as e (
        id, type, version, entity_type, entity_id, payload, run_id, request_id, caused_by,
        traceparent, n
      )`;
}

function specOf(contract: Contract, type: string): EventSpec {
  const spec = contract.events[type];
  if (!spec) throw new Error(`${contract.name} declares no event ${type}`);
  return spec;
}

function payloadOf({ payload, type }: PendingEvent): string {
  const text = JSON.stringify(payload);
  if (text.length > PAYLOAD_MAX_BYTES) throw new Error(`the payload of ${type} is too large`);
  return text;
}

const storeAnswer = (answer: AnswerToStore, actor: Actor): Statement => sql`
  insert into requests (actor, id, operation, fingerprint, body)
  values (
    ${requester(actor)}, ${answer.id}, ${answer.operation}, ${answer.fingerprint}, ${answer.body}
  )
  returning null::bigint as seq`;

/** The owner of an idempotency key: two callers may choose the same key. */
export const requester = (actor: Actor): string => `${actor.type}:${actor.id}`;

export const actorType = (actor: Actor): EventRecord['actorType'] =>
  actor.type === 'agent' || actor.type === 'user' ? actor.type : 'system';

function companyOf(events: readonly PendingEvent[]): string {
  const [first, ...rest] = events.map(({ companyId }) => companyId);
  if (rest.some((companyId) => companyId !== first)) {
    throw new Error('the events of one transaction must be of one company');
  }
  return first as string;
}
