import type { ServerResponse } from 'node:http';

/**
 * Ends the connection of a client that has not read its answer in time. What the system takes at
 * once costs nothing here; the rest of an answer waits in memory until the client reads it.
 */
export function endUnreadAnswer(response: ServerResponse, maxMs: number): void {
  const { socket } = response.req;
  if (socket.destroyed || (socket.writableLength === 0 && response.writableLength === 0)) return;
  const late = setTimeout(() => socket.destroy(), maxMs).unref();
  response.once('close', () => clearTimeout(late));
}
