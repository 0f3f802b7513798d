/**
 * Ends connections whose client does not read its answer. What the system takes at once costs
 * nothing here; the rest of an answer waits in memory until the client reads it. If an address has too
 * many unread answers, further ones get little time.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@muster/egress';
import { GRACE_MS, openWaitingLimit } from './waiting-limit.ts';

export interface UnreadAnswerLimits {
  readonly perAddress: number;
  readonly maxMs: number;
}

/** Called after an answer was written. */
export type WatchAnswer = (client: { readonly ip: string }, response: ServerResponse) => void;

/** Unread answers of all addresses, as a multiple of those of one. */
const TOTAL_TIMES = 2;

interface Watched {
  /** Answers on the connection that are not read: clients may send several requests in a row. */
  unread: number;
  readonly late: NodeJS.Timeout;
  /** Listens to the connection, which may be kept for many answers. */
  readonly closed: () => void;
}

export function openUnreadAnswers({ perAddress, maxMs }: UnreadAnswerLimits): WatchAnswer {
  const limit = openWaitingLimit<Socket>({
    perAddress,
    total: perAddress * TOTAL_TIMES,
    drop: (socket) => socket.destroy(),
  });
  const watched = new Map<Socket, Watched>();
  const end = (socket: Socket): void => {
    const connection = watched.get(socket);
    if (!connection) return;
    clearTimeout(connection.late);
    socket.off('close', connection.closed);
    watched.delete(socket);
    limit.end(socket);
  };
  const watch = (address: string, socket: Socket): Watched => {
    const patienceMs = limit.begin(address, socket) ? maxMs : GRACE_MS;
    const late = setTimeout(() => socket.destroy(), patienceMs).unref();
    const closed = (): void => end(socket);
    const begun = { unread: 0, late, closed };
    watched.set(socket, begun);
    socket.once('close', closed);
    return begun;
  };
  return (client, response) => {
    const { socket } = response.req;
    if (socket.destroyed) return;
    if (socket.writableLength === 0 && response.writableLength === 0) return;
    const connection = watched.get(socket) ?? watch(networkOf(client.ip), socket);
    connection.unread += 1;
    response.once('finish', () => {
      connection.unread -= 1;
      if (connection.unread === 0) end(socket);
      else connection.late.refresh();
    });
  };
}
