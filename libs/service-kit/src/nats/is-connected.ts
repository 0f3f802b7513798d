import type { NatsConnection } from '@nats-io/transport-node';

/** Whether the connection is up: what is published while it is down waits in memory without a limit. */
export function openIsConnected(nats: NatsConnection): () => boolean {
  let isUp = true;
  void (async () => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') isUp = false;
      if (type === 'reconnect') isUp = true;
    }
  })();
  return () => isUp && !nats.isClosed() && !nats.isDraining();
}
