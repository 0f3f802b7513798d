/**
 * Statements that are asked for in one turn of the event loop leave in one write: a system call
 * costs more than a short statement, and a round trip more than both.
 */
import type { Writable } from 'node:stream';
import type { ClientBase } from 'pg';

const corked = new WeakSet<Writable>();

export function corkForThisTurn(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
