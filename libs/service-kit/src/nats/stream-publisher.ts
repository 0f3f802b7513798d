/**
 * Publishing to the stream. The acks of all messages come to one inbox, which costs half of what a
 * request of the NATS client for each message does.
 */
import type { PubAck } from '@nats-io/jetstream';
import {
  createInbox,
  headers,
  RequestError,
  TimeoutError,
  type Msg,
  type NatsConnection,
} from '@nats-io/transport-node';
import { inboxPrefixOf } from './permissions.ts';

/** Longest wait for an ack; after that the message counts as rejected, although it may be stored. */
const ACK_TIMEOUT_MS = 2_000;
/** Interval at which messages without an ack are looked for, while any is under way. */
const LOOK_MS = 500;
/** Status of the answer to a message that no stream takes. */
const NO_RESPONDERS = 503;

export interface StreamMessage {
  readonly subject: string;
  readonly body: string;
  /** The stream stores each id once. */
  readonly id: string;
}

export interface StreamPublisher {
  /** Resolves when the stream has stored the message, or had it already. */
  publish(message: StreamMessage): Promise<Pick<PubAck, 'duplicate'>>;
}

interface UnderWay {
  readonly until: number;
  readonly resolve: (ack: Pick<PubAck, 'duplicate'>) => void;
  readonly reject: (error: unknown) => void;
}

export function openStreamPublisher(nats: NatsConnection, user: string): StreamPublisher {
  const inbox = createInbox(inboxPrefixOf(user));
  /** In the order in which the messages were sent. */
  const underWay = new Map<string, UnderWay>();
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  const take = (token: string): UnderWay | undefined => {
    const found = underWay.get(token);
    underWay.delete(token);
    return found;
  };
  const listen = (): void => {
    nats.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (!error) settle(take(message.subject.slice(inbox.length + 1)), message);
      },
    });
  };
  const rejectLate = (): void => {
    const now = performance.now();
    for (const [token, { until, reject }] of underWay) {
      if (until > now) break;
      underWay.delete(token);
      reject(new TimeoutError());
    }
    timer = underWay.size > 0 ? setTimeout(rejectLate, LOOK_MS).unref() : undefined;
  };
  return {
    publish({ subject, body, id }) {
      return new Promise((resolve, reject) => {
        if (sent === 0) listen();
        const token = String((sent += 1));
        const named = headers();
        named.set('Nats-Msg-Id', id);
        // Throws if the connection is closed; then nothing is under way.
        nats.publish(subject, body, { reply: `${inbox}.${token}`, headers: named });
        underWay.set(token, { until: performance.now() + ACK_TIMEOUT_MS, resolve, reject });
        timer ??= setTimeout(rejectLate, LOOK_MS).unref();
      });
    },
  };
}

function settle(of: UnderWay | undefined, message: Msg): void {
  if (!of) return;
  if (message.data.length === 0) {
    const isUntaken = message.headers?.code === NO_RESPONDERS;
    of.reject(new RequestError(isUntaken ? 'no stream takes the message' : 'the ack is empty'));
    return;
  }
  const { error, duplicate } = message.json<PubAck & { error?: { description?: string } }>();
  if (error) of.reject(new RequestError(error.description ?? 'the stream refused the message'));
  else of.resolve({ duplicate: duplicate ?? false });
}
