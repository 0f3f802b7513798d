/** Clients that hold connections of an HTTP server, and normal callers that are measured meanwhile. */
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface HeldConnections {
  readonly sockets: readonly Socket[];
  /** What each connection has received so far. */
  readonly received: readonly string[];
  close(): void;
}

export interface HoldOptions {
  readonly port: number;
  readonly count: number;
  /** A loopback address to connect from: each is a client of its own. */
  readonly from?: string;
  /** Sent on each connection at once. */
  readonly text: string;
  /** Whether the connections read what they get. */
  readonly reads?: boolean;
}

/** Opens the connections and sends the text on each; resolves when all are connected. */
export async function holdConnections({
  port,
  count,
  from = '127.0.0.1',
  text,
  reads = true,
}: HoldOptions): Promise<HeldConnections> {
  const received: string[] = Array.from({ length: count }, () => '');
  const sockets = await Promise.all(
    received.map(
      (_, index) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ host: '127.0.0.1', port, localAddress: from });
          socket.once('error', reject);
          socket.once('connect', () => {
            socket.off('error', reject).on('error', () => undefined);
            socket.write(text);
            resolve(socket);
          });
          if (!reads) return void socket.pause();
          socket.on('data', (bytes) => (received[index] += bytes.toString('latin1')));
        }),
    ),
  );
  return {
    sockets,
    received,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

export interface Measured {
  readonly succeeded: number;
  /** The time within which 99 of 100 requests were answered. */
  readonly p99Ms: number;
}

const REQUESTS = 200;
const CALLERS = 4;

/** Normal callers, each with one request after another. */
export async function measureCallers(
  call: () => Promise<{ readonly status: number }>,
): Promise<Measured> {
  const tookMs: number[] = [];
  let succeeded = 0;
  let left = REQUESTS;
  const caller = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const from = performance.now();
      const status = await call().then(
        (answer) => answer.status,
        () => 0,
      );
      tookMs.push(performance.now() - from);
      if (status >= 200 && status < 300) succeeded += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const sorted = tookMs.toSorted((a, b) => a - b);
  return { succeeded: succeeded / REQUESTS, p99Ms: sorted[Math.ceil(REQUESTS * 0.99) - 1] ?? 0 };
}
