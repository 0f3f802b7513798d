/**
 * Closes the server without failing a request. A keep-alive connection that is closed while its
 * client sends a request costs that client an error. So no new connection is accepted first, every
 * answer from then on closes its own connection, and only connections still idle after a moment are
 * closed here. Libraries (and `closeIdleConnections` alone) close idle connections at once.
 */
import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time for clients to send one last request and to read that it was the last. */
const LINGER_MS = 500;
const POLL_MS = 20;
/** Longest wait for requests in progress: above the longest deadline of a request. */
const IN_PROGRESS_MAX_MS = 10_000;

export async function closeGracefully(app: FastifyInstance): Promise<void> {
  const { server } = app;
  // `http.Server.close` would close idle connections as well; `net.Server.close` does not.
  Server.prototype.close.call(server);
  const until = Date.now() + LINGER_MS;
  while (Date.now() < until && (await connections(server)) > 0) await pause(POLL_MS);
  const late = setTimeout(() => server.closeAllConnections(), IN_PROGRESS_MAX_MS);
  await app.close();
  clearTimeout(late);
}

const connections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
