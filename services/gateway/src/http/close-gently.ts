/**
 * The end of the door. A kept connection that is closed while its client sends costs that client an
 * error, so nobody new is let in first, every answer from now on closes its own connection, and
 * only what is still idle after a moment is closed from here.
 */
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time for clients to send one last request and to read that it was the last. */
const LINGER_MS = 500;
const POLL_MS = 20;
/** Longest wait for requests under way: more than the longest deadline of one. */
const UNDER_WAY_MAX_MS = 10_000;

export async function closeGently(app: FastifyInstance): Promise<void> {
  const { server } = app;
  // The HTTP server's own way to close would close idle connections in the same breath.
  Server.prototype.close.call(server);
  const until = Date.now() + LINGER_MS;
  while (Date.now() < until && (await connections(server)) > 0) await pause(POLL_MS);
  const late = setTimeout(() => server.closeAllConnections(), UNDER_WAY_MAX_MS);
  await app.close();
  clearTimeout(late);
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
