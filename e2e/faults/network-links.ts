/**
 * The connections between each process and each of its peers, servers and the runner, each through a
 * proxy of its own, so that one process can be cut off from one of them while all others go on.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { ServiceName } from '@muster/local/stack';
import type { Peer } from './victims.ts';

type Condition = 'whole' | 'broken' | 'silent';

interface Link {
  readonly port: number;
  setCondition(condition: Condition): void;
  close(): void;
}

export interface Links {
  /** Opens a proxy to a peer for one process; answers with the URL of the proxy. */
  through(service: ServiceName, replica: number, url: string): Promise<string>;
  setCondition(service: ServiceName, replica: number, peer: Peer, condition: Condition): void;
  close(): void;
}

const peers: Readonly<Record<string, Peer>> = {
  'postgres:': 'postgres',
  'nats:': 'nats',
  'redis:': 'redis',
  'runner:': 'runner',
};

export function openLinks(): Links {
  const links = new Map<string, Link>();
  const keyOf = (service: string, replica: number, peer: Peer | undefined): string =>
    `${service}-${replica} to ${peer}`;
  return {
    async through(service, replica, url) {
      const address = new URL(url);
      const link = await openLink(address.hostname, Number(address.port));
      links.set(keyOf(service, replica, peers[address.protocol]), link);
      return url.replace(`:${address.port}`, `:${link.port}`);
    },
    // A process that does not use the peer has no link that could be cut.
    setCondition: (service, replica, peer, condition) =>
      links.get(keyOf(service, replica, peer))?.setCondition(condition),
    close: () => links.forEach((link) => link.close()),
  };
}

type Pair = readonly [near: Socket, far: Socket];

async function openLink(host: string, port: number): Promise<Link> {
  const pairs = new Set<Pair>();
  let condition: Condition = 'whole';
  const server = createServer((near) => {
    if (condition === 'broken') return void near.destroy();
    const pair: Pair = [near, connect({ host, port })];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      pair.forEach((socket) => socket.destroy());
    };
    for (const socket of pair) socket.setNoDelay().once('error', end).once('close', end);
    if (condition === 'whole') pipe(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    setCondition(next) {
      if (next === condition) return;
      condition = next;
      for (const pair of pairs) {
        if (next === 'whole') pipe(pair);
        else if (next === 'silent') unpipe(pair);
        else pair.forEach((socket) => socket.destroy());
      }
    },
    close() {
      server.close();
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
    },
  };
}

function pipe([near, far]: Pair): void {
  near.pipe(far);
  far.pipe(near);
}

/** What is sent in the meantime waits, and is delivered when the link is whole again. */
function unpipe(pair: Pair): void {
  for (const socket of pair) socket.unpipe().pause();
}
