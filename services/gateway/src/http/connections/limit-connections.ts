/**
 * Limits the connections of one address, so that no client takes all that Node's `maxConnections`
 * leaves to the process. Connections above a limit are closed without an answer: they cost nothing.
 * Node's own times end those that are silent or slow.
 *
 * The connections of a trusted proxy carry many clients, so no limit by address applies to them.
 */
import type { Server } from 'node:http';
import { networkOf } from '@muster/egress';

export interface ConnectionLimits {
  readonly isTrustedProxy: (address: string) => boolean;
  readonly metrics: {
    readonly connections: { set(count: number): void };
    readonly connectionsRefused: { inc(labels: { reason: 'process' | 'address' }): void };
  };
  readonly connectionsMax: number;
  readonly connectionsPerAddress: number;
}

export function limitConnections(
  server: Server,
  { isTrustedProxy, metrics, connectionsMax, connectionsPerAddress }: ConnectionLimits,
): void {
  const openOf = new Map<string, number>();
  let open = 0;
  server.maxConnections = connectionsMax;
  server.on('drop', () => metrics.connectionsRefused.inc({ reason: 'process' }));
  server.prependListener('connection', (socket) => {
    metrics.connections.set((open += 1));
    socket.once('close', () => metrics.connections.set((open -= 1)));
    const { remoteAddress = '' } = socket;
    if (isTrustedProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const ofNetwork = (openOf.get(network) ?? 0) + 1;
    openOf.set(network, ofNetwork);
    socket.once('close', () => {
      const left = (openOf.get(network) ?? 0) - 1;
      if (left > 0) openOf.set(network, left);
      else openOf.delete(network);
    });
    if (ofNetwork <= connectionsPerAddress) return;
    metrics.connectionsRefused.inc({ reason: 'address' });
    socket.destroy();
  });
}
