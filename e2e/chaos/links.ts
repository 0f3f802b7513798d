/**
 * The lines between each process and each server: a proxy of its own for each, so that one process
 * can be cut off from one server while everybody else goes on.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { ServiceName } from '@muster/tools/stack';
import type { ServerName } from './plan.ts';

type Condition = 'whole' | 'broken' | 'silent';

type Line = {
  readonly port: number;
  turn(condition: Condition): void;
  close(): void;
};

export type Links = {
  /** The address under which a process reaches a server, for the one that it has. */
  through(service: ServiceName, replica: number, url: string): Promise<string>;
  turn(service: ServiceName, replica: number, server: ServerName, condition: Condition): void;
  close(): void;
};

const servers: Readonly<Record<string, ServerName>> = {
  'postgres:': 'postgres', 'nats:': 'nats', 'redis:': 'redis',
};

export function openLinks(): Links {
  const lines = new Map<string, Line>();
  const keyOf = (service: string, replica: number, server: string | undefined): string =>
    `${service}-${replica} to ${server}`;
  return {
    async through(service, replica, url) {
      const address = new URL(url);
      const line = await openLine(address.hostname, Number(address.port));
      lines.set(keyOf(service, replica, servers[address.protocol]), line);
      return url.replace(`:${address.port}`, `:${line.port}`);
    },
    // A process that does not use the server has no line that could be cut.
    turn: (service, replica, server, condition) =>
      lines.get(keyOf(service, replica, server))?.turn(condition),
    close: () => lines.forEach((line) => line.close()),
  };
}

type Pair = readonly [near: Socket, far: Socket];

async function openLine(host: string, port: number): Promise<Line> {
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
    if (condition === 'whole') join(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    turn(next) {
      if (next === condition) return;
      condition = next;
      for (const pair of pairs) {
        if (next === 'whole') join(pair);
        else if (next === 'silent') part(pair);
        else pair.forEach((socket) => socket.destroy());
      }
    },
    close() {
      server.close();
      for (const pair of pairs) pair.forEach((socket) => socket.destroy());
    },
  };
}

function join([near, far]: Pair): void {
  near.pipe(far);
  far.pipe(near);
}

/** What is sent meanwhile waits, and is there when the line is whole again. */
function part(pair: Pair): void {
  for (const socket of pair) socket.unpipe().pause();
}
