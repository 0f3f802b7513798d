/**
 * Taking events off the stream: one consumer per lane. Every replica pulls from every lane with a
 * priority of its own, and the server serves the lowest number, so a lane stays with one replica,
 * in order, until that replica is gone. Nothing is acknowledged: the cursor in Postgres knows what
 * was applied, and what is missing, late or out of order is read from the producer's log.
 */
import { createHash } from 'node:crypto';
import type { ServiceName } from '@muster/contracts';
import { jetstream, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Delivery, Outcome } from './apply.ts';
import { deliver, isHeard } from './apply.ts';
import { fromCloudEvent } from './cloud-event.ts';
import type { Reaction } from './define-service.ts';
import type { Log } from './log.ts';
import { placeOf } from './message-id.ts';
import { LANE_BATCH, PULL_GROUP } from './stream.ts';
import { LANES, type Subjects } from './subjects.ts';

/** Highest priority number that the server knows. */
const PRIORITY_MAX = 9;
const PULL_EXPIRES_MS = 30_000;
const IDLE_HEARTBEAT_MS = 15_000;
/** Wait before a lane that broke is built again. */
const REBUILD_MS = 500;
/**
 * Least time between two batches of a lane, so that under load what comes meanwhile shares the next
 * one: so much for each event of the last batch, because a lone event may be waited for.
 */
const BATCH_GAP_MS_PER_EVENT = 1;
const BATCH_GAP_MAX_MS = 5;

export interface LaneOptions {
  readonly consumer: ServiceName;
  readonly reactions: readonly Reaction[];
  readonly replica: string;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly log: Log;
  /** Applies events of one producer and company, in order. */
  readonly apply: (deliveries: readonly Delivery[]) => Promise<Outcome>;
  readonly catchUp: (producer: string, companyId: string) => Promise<Outcome>;
  /** Told when a lane is open, at first or again: what was said before may be missing. */
  readonly opened: () => void;
}

export interface Lanes {
  drain(): Promise<void>;
}

export function startLanes(options: LaneOptions): Lanes {
  const stopping = new AbortController();
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    superviseLane(options, lane, stopping.signal));
  return {
    async drain() {
      stopping.abort();
      await Promise.allSettled(lanes);
    },
  };
}

/** A consumer that is gone is made again by the setup command; until then sweeps bring events. */
async function superviseLane(options: LaneOptions, lane: number, stop: AbortSignal): Promise<void> {
  let said = '';
  const opened = (): void => {
    said = '';
    options.opened();
  };
  while (!stop.aborted) {
    try {
      await consumeLane({ ...options, opened }, lane, stop);
    } catch (error) {
      if (options.nats.isClosed()) return;
      // The same thing, twice a second, is said once.
      const message = String(error);
      if (message !== said) options.log.warn({ err: error, lane }, 'a lane broke');
      said = message;
    }
    if (!stop.aborted) await pause(REBUILD_MS, stop);
  }
}

const pause = (ms: number, stop?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stop?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });

async function consumeLane(options: LaneOptions, lane: number, stop: AbortSignal): Promise<void> {
  const { subjects, consumer, nats } = options;
  const durable = await jetstream(nats).consumers.get(
    subjects.stream, subjects.durable(consumer, lane),
  );
  const messages = await durable.consume({
    max_messages: LANE_BATCH,
    expires: PULL_EXPIRES_MS,
    idle_heartbeat: IDLE_HEARTBEAT_MS,
    abort_on_missing_resource: true,
    group: PULL_GROUP,
    priority: priorityOf(options.replica, lane),
  });
  const close = () => void messages.close();
  stop.addEventListener('abort', close, { once: true });
  // Stopped while the consumer was being opened: nobody will say so again.
  if (stop.aborted) close();
  options.opened();
  try {
    await workOff(options, messages);
  } finally {
    stop.removeEventListener('abort', close);
    await messages.close();
  }
}

/** Spreads the lanes over the replicas: each replica comes first in about its share of them. */
const priorityOf = (replica: string, lane: number): number =>
  (createHash('sha1').update(`${replica} ${lane}`).digest()[0] as number) % (PRIORITY_MAX + 1);

/** Collects what has arrived while the last batch was applied, and applies it as the next batch. */
async function workOff(options: LaneOptions, messages: ConsumerMessages): Promise<void> {
  const waiting: JsMsg[] = [];
  let working: Promise<void> | undefined;
  let earliest = 0;
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const early = earliest - performance.now();
      if (early > 0) await pause(early);
      const batch = waiting.splice(0);
      const gap = Math.min(BATCH_GAP_MAX_MS, batch.length * BATCH_GAP_MS_PER_EVENT);
      earliest = performance.now() + gap;
      await applyBatch(options, batch);
    }
  };
  const run = (): void => {
    working ??= work().finally(() => {
      working = undefined;
      // Arrived after the last look and before this line.
      if (waiting.length > 0) run();
    });
  };
  for await (const message of messages) {
    waiting.push(message);
    run();
  }
  while (working) await working;
}

async function applyBatch(options: LaneOptions, batch: readonly JsMsg[]): Promise<void> {
  const groups = new Map<string, Delivery[]>();
  for (const message of batch) {
    const delivery = readDelivery(options, message);
    if (!delivery) continue;
    const key = `${delivery.producer} ${delivery.companyId}`;
    const group = groups.get(key);
    if (group) group.push(delivery);
    else groups.set(key, [delivery]);
  }
  await Promise.all([...groups.values()].map((group) => applyGroup(options, group)));
}

/**
 * The place of an event is in its message id and its name in the subject, so one that nobody here
 * reacts to is never parsed. What is no event of ours is said loudly and dropped.
 */
function readDelivery(
  { log, reactions, subjects }: LaneOptions,
  message: JsMsg,
): Delivery | undefined {
  try {
    const place = placeOf(message.headers?.get('Nats-Msg-Id'));
    if (!place) throw new Error('it has no message id of ours');
    if (!isHeard(reactions, place.producer, subjects.typeOf(message.subject))) {
      return { ...place, event: undefined };
    }
    return deliver(reactions, fromCloudEvent(message.string()));
  } catch (error) {
    log.error({ err: error, subject: message.subject }, 'a message is not an event');
    return undefined;
  }
}

async function applyGroup(options: LaneOptions, group: Delivery[]): Promise<void> {
  const inOrder = group.toSorted((a, b) => a.seq - b.seq);
  const { producer, companyId } = inOrder[0] as Delivery;
  try {
    const outcome = await options.apply(inOrder);
    if (outcome === 'gap') await options.catchUp(producer, companyId);
  } catch (error) {
    // The database or the producer is away. The cursor knows; a sweep or the next event goes on.
    options.log.warn({ err: error, producer, companyId }, 'events could not be applied');
  }
}
