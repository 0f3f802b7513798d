/**
 * Closes the server without failing a request. Two moments can cost a client its request. A
 * connection that waits to be accepted while the server stops to listen is reset, so the server
 * stops right after a short turn of the event loop that found none. A keep-alive connection that is
 * closed while its client sends a request is reset as well, so every answer after that closes its own
 * connection, and only connections still idle after a moment are closed here, right after what has
 * arrived was read. Libraries (and `closeIdleConnections` alone) close idle connections at once.
 */
import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { setImmediate as turnOfEventLoop, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time for clients to send one last request and to read that it was the last. */
const LINGER_MS = 500;
const POLL_MS = 20;
/** Longest wait for a short turn without a new connection. */
const ACCEPT_MAX_MS = 500;
/** A turn that takes longer leaves time for a client to connect before the server stops to listen. */
const SHORT_TURN_MS = 1;
/** Longest wait for requests in progress: above the longest deadline of a request. */
const IN_PROGRESS_MAX_MS = 10_000;

/** Resolves before any request that arrives meanwhile is handled. */
export async function stopListening(server: HttpServer): Promise<void> {
  const handleHeld = holdRequests(server);
  await untilNoConnectionWaits(server);
  // `http.Server.close` would close idle connections as well; `net.Server.close` does not.
  Server.prototype.close.call(server);
  // What is awaited here goes on before the requests, so their answers close their connections.
  setImmediate(handleHeld);
}

/** Once the server does not listen, and each answer closes its connection. */
export async function closeConnections(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const until = Date.now() + LINGER_MS;
  while (Date.now() < until && (await connections(server)) > 0) await pause(POLL_MS);
  await turnOfEventLoop();
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), IN_PROGRESS_MAX_MS);
  await app.close();
  clearTimeout(late);
}

/** Work makes turns long, and an answer makes a client send, maybe over a new connection. */
function holdRequests(server: HttpServer): () => void {
  const held: unknown[][] = [];
  const handlers = server.listeners('request') as (() => void)[];
  server.removeAllListeners('request');
  server.on('request', (...exchange) => held.push(exchange));
  return () => {
    server.removeAllListeners('request');
    for (const handler of handlers) server.on('request', handler);
    for (const exchange of held) server.emit('request', ...exchange);
  };
}

/** Node accepts one connection in a turn of its event loop, so a turn without one found none. */
async function untilNoConnectionWaits(server: HttpServer): Promise<void> {
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  const until = performance.now() + ACCEPT_MAX_MS;
  let isQuiet = false;
  await turnOfEventLoop();
  while (!isQuiet && performance.now() < until) {
    const before = accepted;
    const startedAt = performance.now();
    await turnOfEventLoop();
    isQuiet = accepted === before && performance.now() - startedAt < SHORT_TURN_MS;
  }
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
