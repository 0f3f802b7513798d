/** Answers a connection without a request, and closes it. */
import type { Socket } from 'node:net';
import { problemOf, type Refusal } from '@muster/contracts';
import { childTraceparent, newId, traceIdOf } from '@muster/service-kit';

/** Time for the client to read the answer: a socket closed with unread bytes discards it. */
const LINGER_MS = 1_000;

export function endConnection(
  socket: Socket,
  statusLine: string,
  refusal: Refusal,
  headers: readonly string[] = [],
): void {
  if (!socket.writable) return void socket.destroy();
  const requestId = newId();
  const traceId = traceIdOf(childTraceparent(undefined));
  const body = JSON.stringify({ ...problemOf(refusal), requestId, traceId });
  const lines = [
    `HTTP/1.1 ${statusLine}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    ...headers,
  ];
  socket.on('error', () => undefined);
  socket.end([...lines, '', body].join('\r\n'));
  const late = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(late));
}
