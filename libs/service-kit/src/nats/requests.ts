/**
 * Requests over NATS. The answers to all of them come to one inbox. The `request` of the NATS client
 * makes an error with its stack for each answer and a timer for each request, which is a tenth of what
 * a request costs its caller.
 */
import {
  createInbox,
  errors,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';
import { headersOf } from './headers.ts';
import { inboxPrefixOf } from './permissions.ts';

/** Interval at which requests without an answer are looked for, while any is under way. */
const LOOK_MS = 500;
/** Status of the answer to a message that has no receiver. */
const NO_RESPONDERS = 503;

export interface RequestMessage {
  readonly subject: string;
  readonly body: string;
  readonly headers: MsgHdrs;
  /** Longest wait for the answer; it ends up to half a second later. */
  readonly timeoutMs: number;
}

/** Rejects without a receiver, without an answer in time, and once the connection is closed. */
export type SendRequest = (message: RequestMessage) => Promise<Msg>;

interface UnderWay {
  readonly subject: string;
  readonly until: number;
  readonly resolve: (answer: Msg) => void;
  readonly reject: (error: unknown) => void;
}

export function openRequests(nats: NatsConnection, user: string): SendRequest {
  const inbox = createInbox(inboxPrefixOf(user));
  const underWay = new Map<string, UnderWay>();
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;
  const take = (token: string): UnderWay | undefined => {
    const found = underWay.get(token);
    underWay.delete(token);
    return found;
  };
  const rejectWhere = (isOver: (request: UnderWay) => boolean, error: () => Error): void => {
    for (const [token, request] of underWay) {
      if (isOver(request)) take(token)?.reject(error());
    }
  };
  const listen = (): void => {
    nats.subscribe(`${inbox}.*`, {
      callback: (error, message) => {
        if (!error) settle(take(message.subject.slice(inbox.length + 1)), message);
      },
    });
    void nats.closed().then(() =>
      rejectWhere(
        () => true,
        () => new errors.RequestError('connection closed'),
      ),
    );
  };
  const rejectLate = (): void => {
    const now = performance.now();
    rejectWhere(
      ({ until }) => until <= now,
      () => new errors.TimeoutError(),
    );
    timer = underWay.size > 0 ? setTimeout(rejectLate, LOOK_MS).unref() : undefined;
  };
  return ({ subject, body, headers, timeoutMs }) =>
    new Promise((resolve, reject) => {
      if (sent === 0) listen();
      const token = String((sent += 1));
      // Throws if the connection is closed; then nothing is under way.
      nats.publish(subject, body, { reply: `${inbox}.${token}`, headers });
      underWay.set(token, { subject, until: performance.now() + timeoutMs, resolve, reject });
      timer ??= setTimeout(rejectLate, LOOK_MS).unref();
    });
}

function settle(request: UnderWay | undefined, answer: Msg): void {
  if (!request) return;
  const hasNoReceiver = answer.data.length === 0 && headersOf(answer)?.code === NO_RESPONDERS;
  if (hasNoReceiver) request.reject(new errors.NoRespondersError(request.subject));
  else request.resolve(answer);
}
