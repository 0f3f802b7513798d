/**
 * Statements that are sent in one tick leave in one write to the socket: a system call costs more
 * than a short statement, and a round trip more than both.
 */
import type { Writable } from 'node:stream';
import type { ClientBase } from 'pg';

export function corkUntilNextTick(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  // Corked already in this tick; `pg` itself corks only while it writes one statement.
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
