import { connect } from 'node:net';
import type { NetConnectOpts } from 'node:net';

/**
 * The status with which an HTTP server answers GET, undefined when it does not answer. Spelled out
 * on a socket: node:http would cost the launcher 15 MB for as long as the system runs.
 */
export function statusOf(
  where: NetConnectOpts,
  path: string,
  timeoutMs: number,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(where);
    let heard = '';
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.once('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      const status = /^HTTP\/1\.[01] (\d{3}) /.exec(heard)?.[1];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
  });
}
