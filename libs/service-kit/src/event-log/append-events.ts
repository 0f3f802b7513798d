/** Appending to the event log: the last statement of a transaction, pipelined with COMMIT. */
import type { Actor, Contract, EventRecord, EventSpec } from '@muster/contracts';
import type { EventInput, Provenance } from '../context.ts';
import { newId } from '../new-id.ts';
import { sql, type Statement } from '../postgres/sql.ts';
import type { UnnumberedEvent } from './logged-event.ts';
import { bytesOfEvents, storedByAll, type Quota, type Stored } from './storage.ts';

/**
 * Longest payload of one event in characters, as JSON; events carry facts, not documents. Each
 * character takes three bytes at most, so an event stays below 200 KB.
 */
const PAYLOAD_MAX_CHARS = 65_536;

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
  readonly stored?: Stored | undefined;
}

/** An append that is ready to be sent. */
export interface Append {
  /** Returns the number and the time of each event in the order of `events`. */
  readonly statement: Statement;
  /** By company, and of each in their order. */
  readonly events: readonly UnnumberedEvent[];
}

/**
 * One statement that takes the company's next numbers, inserts the events under them and stores the
 * answer. The head row stays locked until the commit, so the order of the numbers is the order of
 * the commits.
 */
export function appendOf(contract: Contract, written: Appended): Append | undefined {
  const { actor, answer } = written;
  const events = recordsOf(contract, [written]);
  if (events.length === 0) return answer && { statement: storeAnswer(answer, actor), events };
  requireOneCompany(events);
  const appended = numberedStatement(events, written.stored);
  if (!answer) return { statement: sql`${appended} ${selectNumbers}`, events };
  const statement = sql`${appended}, answered as (
      insert into requests (actor, id, operation, fingerprint, company_id, seq, body)
      select ${requester(actor)}, ${answer.id}, ${answer.operation}, ${answer.fingerprint},
        head.company_id, head.seq, ${answer.body}
      from head
    )
    ${selectNumbers}`;
  return { statement, events };
}

/** The same for the effects of events of several companies, which have no answers. */
export function appendOfCompanies(
  contract: Contract,
  written: Pick<Appended, 'actor' | 'events'>,
): Append | undefined {
  const records = recordsOf(contract, [{ ...written, answer: undefined }]);
  if (records.length === 0) return undefined;
  const events = [...Map.groupBy(records, ({ companyId }) => companyId)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, ofCompany]) => ofCompany);
  return { statement: sql`${numberedStatement(events)} ${selectNumbers}`, events };
}

/**
 * The same for several writes of one transaction, which are numbered in their order. Each answer
 * gets the number of the last event of its write; a write without events stores none.
 */
export function appendOfAll(contract: Contract, writes: readonly Appended[]): Append | undefined {
  const [first, ...others] = writes.filter(({ events }) => events.length > 0);
  if (!first) return undefined;
  if (others.length === 0) return appendOf(contract, first);
  const all = [first, ...others];
  const following = countFollowing(all);
  const stored = all.flatMap(({ actor, answer }, index) =>
    answer ? [{ ...answer, actor: requester(actor), following: following[index] }] : [],
  );
  const events = recordsOf(contract, all);
  requireOneCompany(events);
  const appended = numberedStatement(events, storedByAll(all.map((each) => each.stored)));
  const statement = sql`${appended}, answered as (
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
    ${selectNumbers}`;
  return { statement, events };
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

/** Ids as Postgres shows them: a caller may write them in capitals. */
const recordsOf = (contract: Contract, writes: readonly Appended[]): UnnumberedEvent[] =>
  writes.flatMap(({ actor, events }) =>
    events.map((event) => {
      const { version, entity } = specOf(contract, event.type);
      const { runId, requestId, clientRequestId, causedBy, traceparent } = event.by;
      return {
        id: newId(),
        companyId: event.companyId.toLowerCase(),
        type: event.type,
        version,
        entityType: entity,
        entityId: event.entityId.toLowerCase(),
        actorType: actorType(actor),
        actorId: actor.id,
        actorName: actor.name,
        runId: runId && runId.toLowerCase(),
        requestId,
        clientRequestId,
        causedBy: causedBy && causedBy.toLowerCase(),
        payload: payloadOf(event),
        traceparent,
      };
    }),
  );

/** Heads are locked in the order of their companies, as every other transaction with several does. */
function numberedStatement(
  events: readonly UnnumberedEvent[],
  { bytes, quota }: Stored = NOTHING_SENT,
): Statement {
  const [first, ...others] = events as [UnnumberedEvent, ...UnnumberedEvent[]];
  const inserted = others.length === 0 ? insertOne(first) : insertSeveral(events);
  const companies = Map.groupBy(events, ({ companyId }) => companyId);
  const logs = [...companies.values()];
  const grown =
    companies.size === 1
      ? sql`values (
        ${first.companyId}::uuid, ${events.length}::bigint, ${bytes + bytesOfEvents(events)}::bigint
      )`
      : sql`select * from unnest(
        ${[...companies.keys()]}::uuid[], ${logs.map((own) => own.length)}::bigint[],
        ${logs.map(bytesOfEvents)}::bigint[]
      ) as c (company_id, grown, bytes) order by company_id`;
  return sql`
    with head as (
      insert into event_heads as h (company_id, seq, stored_bytes) ${grown}
      on conflict (company_id) do update
      set seq = h.seq + excluded.seq,
        stored_bytes = h.stored_bytes + excluded.stored_bytes ${quota ? above(quota) : none}
      returning company_id, seq
    ), appended as (${inserted} returning company_id, seq, occurred_at)`;
}

/** Of reactions and background work, which nobody has sent. */
const NOTHING_SENT: Stored = { bytes: 0 };

/** A constraint refuses the write for which it is true. */
const above = ({ bytes, rows }: Quota): Statement => sql`,
        over_quota = h.stored_bytes + excluded.stored_bytes > nullif(${bytes}::bigint, 0)
          or h.seq + excluded.seq > nullif(${rows}::bigint, 0)`;

const selectNumbers = sql`select seq, occurred_at from appended order by company_id, seq`;

/** Without the client's request id: few clients send one, and the others do not pay for it. */
const eventColumns = sql`
  company_id, seq, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name,
  run_id, request_id, caused_by, payload, traceparent`;

const clientColumn = sql`, client_request_id`;
const none = sql``;

/** Most writes emit one event, and unnesting arrays costs more than inserting it. */
const insertOne = (event: UnnumberedEvent): Statement => sql`
      insert into events (${eventColumns}${event.clientRequestId ? clientColumn : none})
      select head.company_id, head.seq, ${event.id}::uuid, ${event.type},
        ${event.version}::smallint, ${event.entityType}, ${event.entityId}::uuid,
        ${event.actorType}, ${event.actorId}, ${event.actorName}, ${event.runId}::uuid,
        ${event.requestId}, ${event.causedBy}::uuid, ${event.payload}::jsonb, ${event.traceparent}
        ${event.clientRequestId ? sql`, ${event.clientRequestId}` : none}
      from head`;

function insertSeveral(events: readonly UnnumberedEvent[]): Statement {
  const isNamed = events.some(({ clientRequestId }) => clientRequestId);
  return sql`
      insert into events (${eventColumns}${isNamed ? clientColumn : none})
      select
        head.company_id, head.seq - e.following, e.id, e.type, e.version, e.entity_type,
        e.entity_id, e.actor_type, e.actor_id, e.actor_name, e.run_id, e.request_id, e.caused_by,
        e.payload, e.traceparent${isNamed ? sql`, e.client_request_id` : none}
      from unnest(
        ${events.map(({ companyId }) => companyId)}::uuid[], ${followingInLog(events)}::integer[],
        ${events.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ version }) => version)}::smallint[],
        ${events.map(({ entityType }) => entityType)}::text[],
        ${events.map(({ entityId }) => entityId)}::uuid[],
        ${events.map((event) => event.actorType)}::text[],
        ${events.map(({ actorId }) => actorId)}::text[],
        ${events.map(({ actorName }) => actorName)}::text[],
        ${events.map(({ runId }) => runId)}::uuid[],
        ${events.map(({ requestId }) => requestId)}::text[],
        ${events.map(({ causedBy }) => causedBy)}::uuid[],
        ${events.map(({ payload }) => payload)}::jsonb[],
        ${events.map(({ traceparent }) => traceparent)}::text[]
        ${isNamed ? sql`, ${events.map((event) => event.clientRequestId ?? null)}::text[]` : none}
      ) as e (
        company_id, following, id, type, version, entity_type, entity_id, actor_type, actor_id, actor_name, run_id,
        request_id, caused_by, payload, traceparent${isNamed ? clientColumn : none}
      )
      join head on head.company_id = e.company_id`;
}

function specOf(contract: Contract, type: string): EventSpec {
  const spec = contract.events[type];
  if (!spec) throw new Error(`${contract.name} declares no event ${type}`);
  return spec;
}

function payloadOf({ payload, type }: PendingEvent): string {
  const text = JSON.stringify(payload);
  if (text.length > PAYLOAD_MAX_CHARS) throw new Error(`the payload of ${type} is too large`);
  return text;
}

const storeAnswer = (answer: AnswerToStore, actor: Actor): Statement => sql`
  insert into requests (actor, id, operation, fingerprint, body)
  values (
    ${requester(actor)}, ${answer.id}, ${answer.operation}, ${answer.fingerprint}, ${answer.body}
  )`;

/** The owner of an idempotency key: two callers may choose the same key. */
export const requester = (actor: Actor): string => `${actor.type}:${actor.id}`;

export const actorType = (actor: Actor): EventRecord['actorType'] =>
  actor.type === 'agent' || actor.type === 'user' ? actor.type : 'system';

/** For each event, how many events after it are of its company. */
function followingInLog(events: readonly UnnumberedEvent[]): number[] {
  const following = new Map<string, number>();
  return events
    .toReversed()
    .map(({ companyId }) => {
      const own = following.get(companyId) ?? 0;
      following.set(companyId, own + 1);
      return own;
    })
    .toReversed();
}

function requireOneCompany(events: readonly UnnumberedEvent[]): void {
  if (events.some(({ companyId }) => companyId !== events[0]?.companyId)) {
    throw new Error('the events of one write must be of one company');
  }
}
