/**
 * The publisher tells other services of committed events: one message for each partition, with what
 * has been committed since the last one. A lone event leaves at the end of its tick, in one write to
 * the socket with the answer to its request; under load events share a message, because each one
 * wakes the server and its receivers, which costs more than the events. Nothing is acknowledged or
 * sent again: the log is the record, and receivers find there what no message has told them.
 */
import type { ServiceName } from '@muster/contracts';
import type { NatsConnection } from '@nats-io/transport-node';
import { endOfTick } from '../nats/end-of-tick.ts';
import { openIsConnected } from '../nats/nats.ts';
import { partitionOf, type Subjects } from '../nats/subjects.ts';
import { detached } from '../telemetry/span.ts';
import type { LoggedEvent } from './logged-event.ts';

/** Characters of the events in one message; what is beyond is told by its numbers alone. */
const MESSAGE_CHARS_MAX = 65_536;
/**
 * Shortest time between two messages. It grows with the events of the last one, because a client may
 * be waiting for a single event.
 */
const INTERVAL_MS_PER_EVENT = 5;
const INTERVAL_MAX_MS = 15;

export interface Publisher {
  /** Tells of events that were committed, all of one company and in the order of their numbers. */
  committed(events: readonly LoggedEvent[]): void;
  /** Sends what waits. */
  drain(): Promise<void>;
}

export interface PublisherOptions {
  readonly producer: ServiceName;
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
}

/** Committed events of a company that no message has told of yet. */
interface NewLog {
  readonly companyId: string;
  first: number;
  last: number;
  readonly events: LoggedEvent[];
}

export function openPublisher({ producer, nats, subjects }: PublisherOptions): Publisher {
  const isConnected = openIsConnected(nats);
  let waiting = new Map<string, NewLog>();
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let notBefore = 0;
  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
    const logs = [...waiting.values()];
    waiting = new Map();
    notBefore = performance.now() + Math.min(INTERVAL_MAX_MS, count * INTERVAL_MS_PER_EVENT);
    count = 0;
    // Receivers sweep the logs; what is told to a connection that is down would wait in its memory.
    if (!isConnected()) return;
    for (const [partition, ofPartition] of Map.groupBy(logs, partitionOfLog)) {
      nats.publish(subjects.log(producer, partition), messageOf(ofPartition));
    }
  };
  const schedule = (): void => {
    if (isDue) return;
    isDue = true;
    const earlyMs = notBefore - performance.now();
    if (earlyMs > 0) timer = setTimeout(send, Math.ceil(earlyMs));
    else void endOfTick().then(() => isDue && send());
  };
  return {
    committed(events) {
      const [first] = events;
      if (!first) return;
      const log = logIn(waiting, first);
      log.first = Math.min(log.first, first.seq);
      log.last = Math.max(log.last, events.at(-1)?.seq ?? first.seq);
      log.events.push(...events);
      count += events.length;
      // A message tells of the events of many requests, so it is no part of the span that caused it.
      detached(schedule);
    },
    async drain() {
      if (isDue) send();
    },
  };
}

const partitionOfLog = ({ companyId }: NewLog): number => partitionOf(companyId);

function logIn(logs: Map<string, NewLog>, { companyId, seq }: LoggedEvent): NewLog {
  const known = logs.get(companyId);
  if (known) return known;
  const log: NewLog = { companyId, first: seq, last: seq, events: [] };
  logs.set(companyId, log);
  return log;
}

/** The payloads are the texts that the log has, and are not parsed for it. */
function messageOf(logs: readonly NewLog[]): string {
  let charsLeft = MESSAGE_CHARS_MAX;
  const texts = logs.map(({ companyId, first, last, events }) => {
    const numbers = `{"companyId":"${companyId}","first":${first},"last":${last}`;
    const list = events
      .toSorted((a, b) => a.seq - b.seq)
      .map(textOf)
      .join(',');
    if (list.length > charsLeft) return `${numbers}}`;
    charsLeft -= list.length;
    return `${numbers},"events":[${list}]}`;
  });
  return `[${texts.join(',')}]`;
}

const textOf = ({ payload, ...event }: LoggedEvent): string =>
  `${JSON.stringify(event).slice(0, -1)},"payload":${payload}}`;
