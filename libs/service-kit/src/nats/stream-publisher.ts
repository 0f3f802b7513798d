/** Publishing to the stream. */
import type { PubAck } from '@nats-io/jetstream';
import { headers, RequestError, type Msg } from '@nats-io/transport-node';
import type { SendRequest } from './requests.ts';

/** Longest wait for an ack; after that the message counts as rejected, although it may be stored. */
const ACK_TIMEOUT_MS = 2_000;

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

export const openStreamPublisher = (request: SendRequest): StreamPublisher => ({
  async publish({ subject, body, id }) {
    const named = headers();
    named.set('Nats-Msg-Id', id);
    const sent = request({ subject, body, headers: named, timeoutMs: ACK_TIMEOUT_MS });
    return ackOf(await sent);
  },
});

function ackOf(answer: Msg): Pick<PubAck, 'duplicate'> {
  if (answer.data.length === 0) throw new RequestError('the ack is empty');
  const { error, duplicate } = answer.json<PubAck & { error?: { description?: string } }>();
  if (error) throw new RequestError(error.description ?? 'the stream refused the message');
  return { duplicate: duplicate ?? false };
}
