import type { NatsConnection } from '@nats-io/transport-node';

/** Calls it after each reconnect: what was published meanwhile has not been received. */
export function onReconnect(nats: NatsConnection, call: () => void): void {
  void (async () => {
    for await (const { type } of nats.status()) if (type === 'reconnect') call();
  })();
}
