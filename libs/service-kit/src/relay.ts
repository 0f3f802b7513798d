/**
 * From the event log to JetStream. Woken after each commit, and by a poll for events whose writer
 * died. A pass locks the positions of some companies, publishes what stands behind them in order,
 * and moves them. Positions locked by another replica are skipped and looked at again. The stream
 * is a fast path only: what it loses, consumers read from the log.
 */
import type { EventRecord, ServiceName } from '@muster/contracts';
import type { JetStreamClient, PubAck } from '@nats-io/jetstream';
import { jetstream } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Pool } from 'pg';
import { toCloudEvent } from './cloud-event.ts';
import { listUnpublished } from './event-store.ts';
import type { Log } from './log.ts';
import { messageIdOf } from './message-id.ts';
import type { Metrics } from './metrics.ts';
import { apart, traced, type Tracer } from './span.ts';
import { publishSpan } from './span-names.ts';
import { many, none, sql, type Db, type Statement } from './sql.ts';
import { laneOf, type Subjects } from './subjects.ts';
import { transaction } from './transaction.ts';

/** Companies of one pass. */
const COMPANIES_MAX = 64;
/** Events of one company in one pass. */
const EVENTS_MAX = 100;
/** How often to look for events that nobody was woken for. */
const POLL_MS = 2_000;
/**
 * Least time between two passes, so that under load what is said meanwhile shares the next one: so
 * much for each event of the last pass, because a lone event may be waited for.
 */
const PASS_GAP_MS_PER_EVENT = 3;
const PASS_GAP_MAX_MS = 15;
/** Wait after a pass that failed or met a locked position. */
const RETRY_MS = 20;
const FAILURE_RETRY_MS = 250;
const PUBLISH_TIMEOUT_MS = 2_000;

export interface Relay {
  nudge(companyId: string): void;
  drain(): Promise<void>;
}

export interface RelayOptions {
  readonly producer: ServiceName;
  readonly pool: Pool;
  readonly db: Db;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly metrics: Metrics;
  readonly tracer?: Tracer | undefined;
  readonly log: Log;
}

interface Pass {
  /** Events that were published. */
  readonly count: number;
  /** Companies to look at again: their position was locked, or more stood behind it. */
  readonly again: readonly string[];
}

export function startRelay(options: RelayOptions): Relay {
  const stream = jetstream(options.nats, { timeout: PUBLISH_TIMEOUT_MS });
  const dirty = new Set<string>();
  let running: Promise<void> | undefined;
  let draining = false;
  let earliest = 0;
  const run = (): void => {
    // Whose commit woke it has nothing to do with whose events it publishes.
    running ??= apart(drainDirty).finally(() => {
      running = undefined;
      // Said after the last look and before this line.
      if (dirty.size > 0 && !draining) run();
    });
  };
  const drainDirty = async (): Promise<void> => {
    while (dirty.size > 0) {
      const early = earliest - performance.now();
      if (early > 0 && !draining) await pause(early);
      const begunAt = performance.now();
      const companies = [...dirty].slice(0, COMPANIES_MAX);
      for (const companyId of companies) dirty.delete(companyId);
      const { again, count, wait } = await passOver(options, stream, companies);
      earliest = begunAt + Math.min(PASS_GAP_MAX_MS, count * PASS_GAP_MS_PER_EVENT);
      for (const companyId of again) dirty.add(companyId);
      if (draining) return;
      if (wait > 0 && dirty.size === again.length) await pause(wait);
    }
  };
  const poll = setInterval(() => {
    unpublishedCompanies(options).then(
      (companies) => {
        for (const companyId of companies) dirty.add(companyId);
        if (companies.length > 0) run();
      },
      (error: unknown) => options.log.warn({ err: error }, 'the relay cannot read its log'),
    );
  }, POLL_MS);
  poll.unref();
  return {
    nudge(companyId) {
      dirty.add(companyId);
      if (!draining) run();
    },
    async drain() {
      draining = true;
      clearInterval(poll);
      await running;
      if (dirty.size > 0) await passOver(options, stream, [...dirty]);
    },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One pass that never throws: a failure is counted, logged and tried again. */
async function passOver(
  options: RelayOptions,
  stream: JetStreamClient,
  companies: readonly string[],
): Promise<Pass & { wait: number }> {
  try {
    const pass = await publishBehind(options, stream, companies);
    return { ...pass, wait: pass.again.length > 0 ? RETRY_MS : 0 };
  } catch (error) {
    options.metrics.publishFailures.inc();
    options.log.warn({ err: error }, 'publishing failed and is tried again');
    return { again: companies, count: 0, wait: FAILURE_RETRY_MS };
  }
}

async function publishBehind(
  options: RelayOptions,
  stream: JetStreamClient,
  companies: readonly string[],
): Promise<Pass> {
  const { result } = await transaction(options.pool, async (db) => {
    const { locked, events } = await lockUnpublished(db, companies);
    const published = await Promise.all(
      byCompany(events).map((own) => publishInOrder(options, stream, own)),
    );
    const failure = published.find(({ error }) => error);
    if (failure) options.log.warn({ err: failure.error }, 'an event was not accepted');
    const more = published
      .filter(({ error, count }) => error !== undefined || count === EVENTS_MAX)
      .map(({ companyId }) => companyId);
    const again = [...companies.filter((companyId) => !locked.has(companyId)), ...more];
    const count = published.reduce((sum, own) => sum + own.count, 0);
    return {
      result: { again, count, failed: failure !== undefined },
      last: movePositions(published.filter(({ seq }) => seq > 0)),
    };
  });
  if (result.failed) throw new Error('some events were not accepted');
  return result;
}

interface Published {
  readonly companyId: string;
  readonly seq: number;
  readonly count: number;
  readonly error?: unknown;
}

/** All of a company's events are on their way at once; one connection keeps their order. */
async function publishInOrder(
  options: RelayOptions,
  stream: JetStreamClient,
  events: readonly LoggedEvent[],
): Promise<Published> {
  const { companyId } = events[0] as LoggedEvent;
  const { metrics } = options;
  const acks = await Promise.allSettled(events.map((event) => publish(options, stream, event)));
  const failedAt = acks.findIndex(({ status }) => status === 'rejected');
  const accepted = failedAt === -1 ? events : events.slice(0, failedAt);
  metrics.eventsPublished.inc(accepted.length);
  const error = acks.find((ack) => ack.status === 'rejected')?.reason as unknown;
  return { companyId, seq: accepted.at(-1)?.seq ?? 0, count: accepted.length, error };
}

/** Whoever takes it from the stream goes on under the span of its publication. */
function publish(
  { producer, subjects, tracer }: RelayOptions,
  stream: JetStreamClient,
  event: LoggedEvent,
): Promise<PubAck> {
  const { companyId, seq, type, traceparent } = event;
  const send = (hop: string | null): Promise<PubAck> =>
    stream.publish(
      subjects.event(producer, laneOf(companyId), type),
      toCloudEvent({ ...event, producer, traceparent: hop }),
      { msgID: messageIdOf({ producer, companyId, seq }) },
    );
  if (!tracer || !traceparent) return send(traceparent);
  const span = tracer.begin(publishSpan(event), traceparent);
  return traced(span, () => send(span.traceparent));
}

function byCompany(events: readonly LoggedEvent[]): LoggedEvent[][] {
  const groups = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    const group = groups.get(event.companyId);
    if (group) group.push(event);
    else groups.set(event.companyId, [event]);
  }
  return [...groups.values()];
}

/** An event as its own log holds it: whose log it is goes without saying there. */
type LoggedEvent = Omit<EventRecord, 'producer'>;

/** An event behind a locked position, or only the position where nothing is behind it. */
type BehindRow = LoggedEvent & { readonly lockedCompanyId: string; readonly id: string | null };

interface Unpublished {
  readonly locked: ReadonlySet<string>;
  readonly events: readonly LoggedEvent[];
}

/** Locks what no other replica holds; companies said for the first time get their row here. */
async function lockUnpublished(db: Db, companies: readonly string[]): Promise<Unpublished> {
  const first = await selectUnpublished(db, companies);
  if (first.locked.size === companies.length) return first;
  await none(db, sql`
    insert into relay_positions (company_id) select unnest(${companies}::uuid[])
    on conflict do nothing`);
  return selectUnpublished(db, companies);
}

async function selectUnpublished(db: Db, companies: readonly string[]): Promise<Unpublished> {
  const rows = await many<BehindRow>(db, sql`
    with locked as materialized (
      select company_id, published_seq from relay_positions
      where company_id = any(${companies}::uuid[]) for update skip locked
    )
    select l.company_id as locked_company_id, e.id, e.company_id, e.seq, e.type, e.version,
      e.entity_type, e.entity_id, e.actor_type, e.actor_id, e.actor_name, e.run_id, e.request_id,
      e.caused_by, e.payload, e.traceparent, e.occurred_at
    from locked l
    left join lateral (
      select * from events
      where events.company_id = l.company_id and events.seq > l.published_seq
      order by events.seq limit ${EVENTS_MAX}
    ) as e on true
    order by l.company_id, e.seq`);
  return {
    locked: new Set(rows.map(({ lockedCompanyId }) => lockedCompanyId)),
    events: rows.filter(({ id }) => id !== null),
  };
}

const movePositions = (published: readonly Published[]): Statement | undefined =>
  published.length === 0
    ? undefined
    : sql`
      update relay_positions p set published_seq = n.seq
      from unnest(
        ${published.map(({ companyId }) => companyId)}::uuid[],
        ${published.map(({ seq }) => seq)}::bigint[]
      ) as n (company_id, seq)
      where p.company_id = n.company_id`;

async function unpublishedCompanies({ db, metrics }: RelayOptions): Promise<string[]> {
  const rows = await listUnpublished(db, COMPANIES_MAX);
  metrics.outboxOldest.set(Math.max(0, ...rows.map(({ ageSeconds }) => ageSeconds)));
  return rows.map(({ companyId }) => companyId);
}
