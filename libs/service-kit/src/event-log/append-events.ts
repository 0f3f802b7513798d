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

/** What one write appends. */
export interface Appended {
  readonly actor: Actor;
  readonly events: readonly PendingEvent[];
  readonly answer: AnswerToStore | undefined;
}

/**
 * One statement that takes the company's next numbers, inserts the events under them and stores the
 * answer. The head row stays locked until the commit, so the order of the numbers is the order of
 * the commits.
 */
export function appendStatement(contract: Contract, written: Appended): Statement | undefined {
  const { events, actor, answer } = written;
  if (events.length === 0) return answer && storeAnswer(answer, actor);
  const numbered = numberedStatement(contract, [written]);
  if (!answer) return sql`${numbered} select seq from head`;
  return sql`${numbered}, answered as (
      insert into requests (actor, id, operation, fingerprint, company_id, seq, body)
      select ${requester(actor)}, ${answer.id}, ${answer.operation}, ${answer.fingerprint},
        head.company_id, head.seq, ${answer.body}
      from head
    )
    select seq from head`;
}

/**
 * The same for several writes of one transaction, which are numbered in their order. Each answer
 * gets the number of the last event of its write; a write without events stores none.
 */
export function appendAllStatement(
  contract: Contract,
  writes: readonly Appended[],
): Statement | undefined {
  const [first, ...others] = writes.filter(({ events }) => events.length > 0);
  if (!first) return undefined;
  if (others.length === 0) return appendStatement(contract, first);
  const all = [first, ...others];
  const following = countFollowing(all);
  const stored = all.flatMap(({ actor, answer }, index) =>
    answer ? [{ ...answer, actor: requester(actor), following: following[index] }] : [],
  );
  return sql`${numberedStatement(contract, all)}, answered as (
      insert into requests (actor, id, operation, fingerprint, company_id, seq, body)
      select a.actor, a.id, a.operation, a.fingerprint, head.company_id, head.seq - a.following,
        a.body
      from head, unnest(
        ${stored.map(({ actor }) => actor)}::text[], ${stored.map(({ id }) => id)}::text[],
        ${stored.map(({ operation }) => operation)}::text[],
        ${stored.map(({ fingerprint }) => fingerprint)}::text[],
        ${stored.map((answer) => answer.following)}::integer[],
        ${stored.map(({ body }) => body)}::text[]
      ) as a (actor, id, operation, fingerprint, following, body)
    )
    select seq from head`;
}

/** For each write, how many events the writes after it have. */
export function countFollowing(writes: readonly Pick<Appended, 'events'>[]): number[] {
  let following = 0;
  return writes
    .toReversed()
    .map(({ events }) => {
      const own = following;
      following += events.length;
      return own;
    })
    .toReversed();
}

interface EventOf {
  readonly actor: Actor;
  readonly event: PendingEvent;
}

function numberedStatement(contract: Contract, writes: readonly Appended[]): Statement {
  const events = writes.flatMap(({ actor, events: own }) => own.map((event) => ({ actor, event })));
  const companyId = companyOf(events);
  const appended =
    events.length === 1
      ? appendOne(contract, events[0] as EventOf)
      : appendSeveral(contract, events);
  return sql`
    with head as (
      insert into event_heads as h (company_id, seq) values (${companyId}, ${events.length})
      on conflict (company_id) do update set seq = h.seq + excluded.seq
      returning company_id, seq
    ), appended as (${appended})`;
}

const eventColumns = sql`
  company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
  run_id, request_id, caused_by, payload, traceparent`;

/** Most writes emit one event, and unnesting arrays costs more than inserting it. */
function appendOne(contract: Contract, { actor, event }: EventOf): Statement {
  const { version, entity } = specOf(contract, event.type);
  const { runId, requestId, causedBy, traceparent } = event.by;
  return sql`
      insert into events (${eventColumns})
      select head.company_id, head.seq, ${newId()}::uuid, ${event.type}, ${version}::smallint,
        ${entity}, ${event.entityId}::uuid, ${actorType(actor)}, ${actor.id}, ${actor.name},
        ${runId}::uuid, ${requestId}, ${causedBy}::uuid, ${payloadOf(event)}::jsonb, ${traceparent}
      from head`;
}

function appendSeveral(contract: Contract, all: readonly EventOf[]): Statement {
  const events = all.map(({ event }) => event);
  const actors = all.map(({ actor }) => actor);
  const specs = events.map(({ type }) => specOf(contract, type));
  return sql`
      insert into events (${eventColumns})
      select
        head.company_id, head.seq - ${events.length} + e.n, e.id, e.type, e.version, e.entity_type,
        e.entity_id, e.actor_type, e.actor_id, e.actor_name, e.run_id, e.request_id, e.caused_by,
        e.payload, e.traceparent
      from head, unnest(
        ${events.map(() => newId())}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${specs.map(({ version }) => version)}::smallint[],
        ${specs.map(({ entity }) => entity)}::text[],
        ${events.map(({ entityId }) => entityId)}::uuid[], ${actors.map(actorType)}::text[],
        ${actors.map(({ id }) => id)}::text[], ${actors.map(({ name }) => name)}::text[],
        ${events.map(({ by }) => by.runId)}::uuid[],
        ${events.map(({ by }) => by.requestId)}::text[],
        ${events.map(({ by }) => by.causedBy)}::uuid[], ${events.map(payloadOf)}::jsonb[],
        ${events.map(({ by }) => by.traceparent)}::text[]
      ) with ordinality as e (
        id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name, run_id,
        request_id, caused_by, payload, traceparent, n
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

/** The one company of these events. */
function companyOf(events: readonly { readonly event: PendingEvent }[]): string {
  const [first, ...rest] = events.map(({ event }) => event.companyId);
  if (rest.some((companyId) => companyId !== first)) {
    throw new Error('the events of one transaction must be of one company');
  }
  return first as string;
}
