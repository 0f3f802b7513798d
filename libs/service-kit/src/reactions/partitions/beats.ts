/**
 * The beats of the replicas of one service: a message of each to all, itself included, every second.
 * A replica that knows of no other one leaves most of them out: a new one is heard as it comes.
 */
import type { ServiceName } from '@muster/contracts';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { onReconnect } from '../../nats/on-reconnect.ts';
import type { Subjects } from '../../nats/subjects.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { Beat } from './living-replicas.ts';

const BEAT_MS = 1_000;
/** Beats before a replica without others leaves any out: those of others may be under way. */
const FIRST_BEATS = 10;
/** Of so many, a replica without others sends one. */
const ALONE_EVERY = 5;
/** What changes within this time shares a beat, such as the answers to several new replicas. */
const SOON_MS = 20;

export interface Beats {
  /** A beat without waiting for the next second. */
  soon(): void;
  /** Sends the last one. */
  close(): void;
}

export interface BeatsOptions {
  readonly nats: NatsConnection;
  readonly subjects: Subjects;
  readonly consumer: ServiceName;
  readonly log: Logger;
  readonly show: () => Omit<Beat, 'round'>;
  readonly heard: (beat: Beat) => void;
  /** Whether no other replica is known. */
  readonly isAlone: () => boolean;
}

export function openBeats(options: BeatsOptions): Beats {
  const { nats, subjects, consumer, log, show, heard, isAlone } = options;
  const subject = subjects.replicas(consumer);
  let subscription: Subscription | undefined;
  let early: NodeJS.Timeout | undefined;
  let closed = false;
  let round = 0;
  let leftOut = 0;
  const receive = (error: Error | null, message: Msg): void => {
    if (error) {
      // NATS has the permissions of the release before: it has to read those of this one.
      log.warn({ err: error }, 'replicas cannot hear each other');
      subscription = undefined;
      return;
    }
    const beat = readBeat(message);
    if (beat) heard(beat);
    else log.error({ subject }, 'message is not a beat, dropped');
  };
  const send = (): void => {
    clearTimeout(early);
    early = undefined;
    if (!subscription || nats.isClosed() || nats.isDraining()) return;
    nats.publish(subject, JSON.stringify({ ...show(), round } satisfies Beat));
  };
  const open = (): void => {
    subscription ??= nats.subscribe(subject, { callback: receive });
    send();
  };
  const timer = setInterval(() => {
    leftOut += 1;
    if (round >= FIRST_BEATS && isAlone() && leftOut < ALONE_EVERY) return;
    leftOut = 0;
    round += 1;
    send();
  }, BEAT_MS);
  onReconnect(nats, () => {
    if (!closed) open();
  });
  open();
  return {
    soon: () => void (early ??= setTimeout(send, SOON_MS)),
    close() {
      closed = true;
      clearInterval(timer);
      send();
      subscription?.unsubscribe();
      subscription = undefined;
    },
  };
}

function readBeat(message: Msg): Beat | undefined {
  try {
    return Beat.safeParse(message.json()).data;
  } catch {
    return undefined;
  }
}
