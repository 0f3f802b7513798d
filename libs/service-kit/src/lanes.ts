/**
 * Taking events off the stream: one durable consumer per lane. Every replica pulls from every lane
 * with a priority of its own, and the server serves the lowest number, so a lane stays with one
 * replica, in order, until that replica is gone. Order is for speed only: what comes out of order
 * is caught up.
 */
import { createHash } from 'node:crypto';
import type { EventRecord, ServiceName } from '@muster/contracts';
import { jetstream, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Outcome } from './apply.ts';
import { fromCloudEvent } from './cloud-event.ts';
import type { Log } from './log.ts';
import { ensureConsumer, ensureStream, LANE_BATCH, PULL_GROUP } from './stream.ts';
import { LANES, type Subjects } from './subjects.ts';

/** Highest priority number that the server knows. */
const PRIORITY_MAX = 9;
const PULL_EXPIRES_MS = 30_000;
const IDLE_HEARTBEAT_MS = 5_000;
/** Wait before a lane that broke is built again. */
const REBUILD_MS = 500;
/** Wait before the server sends a message again that could not be dealt with. */
const REDELIVERY_MS = 1_000;

export interface LaneOptions {
  readonly consumer: ServiceName;
  readonly producers: readonly string[];
  readonly replica: string;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly log: Log;
  /** Applies events of one producer and company, in order. */
  readonly apply: (events: readonly EventRecord[]) => Promise<Outcome>;
  readonly catchUp: (producer: string, companyId: string) => Promise<Outcome>;
  /** Told when a lane had to be built again: the stream may have lost events. */
  readonly rebuilt: () => void;
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

async function superviseLane(options: LaneOptions, lane: number, stop: AbortSignal): Promise<void> {
  for (let built = 0; !stop.aborted; built++) {
    try {
      await ensureStream(options.nats, options.subjects);
      const { consumer, producers } = options;
      await ensureConsumer(options.nats, options.subjects, consumer, lane, producers);
      if (built > 0) options.rebuilt();
      await consumeLane(options, lane, stop);
    } catch (error) {
      if (options.nats.isClosed()) return;
      options.log.warn({ err: error, lane }, 'a lane broke and is built again');
    }
    if (!stop.aborted) await interruptiblePause(REBUILD_MS, stop);
  }
}

const interruptiblePause = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener('abort', () => {
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
  const work = async (): Promise<void> => {
    while (waiting.length > 0) await applyBatch(options, waiting.splice(0, LANE_BATCH));
  };
  for await (const message of messages) {
    waiting.push(message);
    working ??= work().finally(() => {
      working = undefined;
    });
  }
  await working;
}

async function applyBatch(options: LaneOptions, batch: readonly JsMsg[]): Promise<void> {
  const groups = new Map<string, { messages: JsMsg[]; events: EventRecord[] }>();
  for (const message of batch) {
    const event = readEvent(options, message);
    if (!event) continue;
    const key = `${event.producer} ${event.companyId}`;
    const group = groups.get(key) ?? { messages: [], events: [] };
    group.messages.push(message);
    group.events.push(event);
    groups.set(key, group);
  }
  await Promise.all([...groups.values()].map((group) => applyGroup(options, group)));
}

/**
 * What is not an event of ours is said loudly and taken off the stream; it would never get better.
 */
function readEvent({ log }: LaneOptions, message: JsMsg): EventRecord | undefined {
  try {
    return fromCloudEvent(message.string());
  } catch (error) {
    log.error({ err: error, subject: message.subject }, 'a message is not an event');
    message.term('not an event');
    return undefined;
  }
}

async function applyGroup(
  options: LaneOptions,
  { messages, events }: { messages: readonly JsMsg[]; events: EventRecord[] },
): Promise<void> {
  const inOrder = events.toSorted((a, b) => a.seq - b.seq);
  const first = inOrder[0] as EventRecord;
  try {
    const outcome = await options.apply(inOrder);
    if (outcome === 'gap') await options.catchUp(first.producer, first.companyId);
    for (const message of messages) message.ack();
  } catch (error) {
    // The database or the producer is away: the messages come again, and the cursor knows the rest.
    options.log.warn({ err: error, producer: first.producer }, 'events could not be applied');
    for (const message of messages) message.nak(REDELIVERY_MS);
  }
}
