/**
 * Listening to a subject. A throw in a callback of the NATS client ends the reading of the whole
 * connection: the process hears nothing more, until unanswered pings open another one. So a message
 * that cannot be handled is logged and dropped.
 */
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Logger } from '../telemetry/logger.ts';

export interface Listener {
  readonly nats: NatsConnection;
  readonly log: Logger;
}

export const listen = (
  { nats, log }: Listener,
  subject: string,
  onMessage: (message: Msg) => void,
): Subscription =>
  nats.subscribe(subject, {
    callback: (error, message) => {
      if (error) return;
      try {
        onMessage(message);
      } catch (failure) {
        log.error({ err: failure, subject }, 'message could not be handled, dropped');
      }
    },
  });
