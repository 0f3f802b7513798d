/** Appending to the event log: the last statement of a transaction, sent together with COMMIT. */
import { randomUUID } from 'node:crypto';
import type { Actor, Contract, EventRecord, EventSpec } from '@muster/contracts';
import type { Saying } from './define-service.ts';
import { sql, type Statement } from './sql.ts';

/** Most bytes of one event's payload; events carry facts, not documents. */
const PAYLOAD_MAX_BYTES = 65_536;

export interface Said extends Saying<object> {
  readonly type: string;
  readonly by: Provenance;
}

/** Who and what is behind a saying. */
export interface Provenance {
  readonly actor: Actor;
  readonly runId: string | null;
  readonly requestId: string | null;
  readonly causedBy: string | null;
  readonly traceparent: string | null;
}

/** The answer to a request, kept beside its effect. */
export interface Answer {
  readonly id: string;
  readonly operation: string;
  readonly fingerprint: string;
  readonly body: string;
}

/** UUIDv7: ids sort by the time they were made, which keeps indexes dense. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  // The random part of a version 4, whose source is pooled.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/**
 * One statement that takes the company's next numbers, writes the events under them, and keeps the
 * answer. The head row stays locked until the commit, so the order of numbers is the order of
 * commits.
 */
export function appendStatement(
  contract: Contract,
  said: readonly Said[],
  actor: Actor,
  answer: Answer | undefined,
): Statement | undefined {
  if (said.length === 0) return answer && keepAnswer(answer, actor);
  const companyId = oneCompany(said);
  const appended = said.length === 1
    ? appendOne(contract, said[0] as Said, actor)
    : appendSeveral(contract, said, actor);
  const numbered = sql`
    with head as (
      insert into event_heads as h (company_id, seq) values (${companyId}, ${said.length})
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

/** Most writes say one thing, and taking arrays apart costs more than writing it. */
function appendOne(contract: Contract, said: Said, actor: Actor): Statement {
  const { version, entity } = specOf(contract, said.type);
  const { runId, requestId, causedBy, traceparent } = said.by;
  return sql`
      insert into events (${eventColumns})
      select head.company_id, head.seq, ${newId()}::uuid, ${said.type}, ${version}::smallint,
        ${entity}, ${said.entityId}::uuid, ${actorType(actor)}, ${actor.id}, ${actor.name},
        ${runId}::uuid, ${requestId}, ${causedBy}::uuid, ${payloadOf(said)}::jsonb, ${traceparent}
      from head`;
}

function appendSeveral(contract: Contract, said: readonly Said[], actor: Actor): Statement {
  const specs = said.map(({ type }) => specOf(contract, type));
  return sql`
      insert into events (${eventColumns})
      select
        head.company_id, head.seq - ${said.length} + e.n, e.id, e.type, e.version, e.entity_type,
        e.entity_id, ${actorType(actor)}, ${actor.id}, ${actor.name}, e.run_id, e.request_id,
        e.caused_by, e.payload, e.traceparent
      from head, unnest(
        ${said.map(() => newId())}::uuid[], ${said.map(({ type }) => type)}::text[],
        ${specs.map(({ version }) => version)}::smallint[],
        ${specs.map(({ entity }) => entity)}::text[],
        ${said.map(({ entityId }) => entityId)}::uuid[], ${said.map(payloadOf)}::jsonb[],
        ${said.map(({ by }) => by.runId)}::uuid[], ${said.map(({ by }) => by.requestId)}::text[],
        ${said.map(({ by }) => by.causedBy)}::uuid[],
        ${said.map(({ by }) => by.traceparent)}::text[]
      ) with ordinality as e (
        id, type, version, entity_type, entity_id, payload, run_id, request_id, caused_by,
        traceparent, n
      )`;
}

function specOf(contract: Contract, type: string): EventSpec {
  const spec = contract.events[type];
  if (!spec) throw new Error(`${contract.name} has no event ${type}`);
  return spec;
}

function payloadOf({ payload, type }: Said): string {
  const text = JSON.stringify(payload);
  if (text.length > PAYLOAD_MAX_BYTES) throw new Error(`the payload of ${type} is too large`);
  return text;
}

const keepAnswer = (answer: Answer, actor: Actor): Statement => sql`
  insert into requests (actor, id, operation, fingerprint, body)
  values (
    ${requester(actor)}, ${answer.id}, ${answer.operation}, ${answer.fingerprint}, ${answer.body}
  )
  returning null::bigint as seq`;

/** Whose idempotency keys these are: two callers may choose the same key. */
export const requester = (actor: Actor): string => `${actor.type}:${actor.id}`;

export const actorType = (actor: Actor): EventRecord['actorType'] =>
  actor.type === 'agent' || actor.type === 'user' ? actor.type : 'system';

function oneCompany(said: readonly Said[]): string {
  const [first, ...rest] = said.map(({ companyId }) => companyId);
  if (rest.some((companyId) => companyId !== first)) {
    throw new Error('the sayings of one transaction belong to one company');
  }
  return first as string;
}
