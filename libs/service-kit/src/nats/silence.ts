/**
 * The silence of NATS while a service stops. The client waits for answers without a limit, and its close does not end
 * these waits: a service whose NATS has stopped before it would wait until it is killed.
 */
import type { NatsConnection } from '@nats-io/transport-node';

const ASK_EVERY_MS = 500;
/** Three seconds: a server that restarts may take as long. Counted, so that a process without time counts slowly. */
const UNANSWERED_MAX = 6;

export interface Silence {
  /** Resolves when NATS has not answered for long; never, if it always answers. */
  readonly begun: Promise<void>;
  stopAsking(): void;
}

export function listenForSilence(nats: Pick<NatsConnection, 'flush'>): Silence {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered === UNANSWERED_MAX) resolve();
    unanswered += 1;
    nats.flush().then(
      () => (unanswered = 0),
      () => undefined,
    );
  }, ASK_EVERY_MS);
  return { begun, stopAsking: () => clearInterval(timer) };
}
