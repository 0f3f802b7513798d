import { connect, type NetConnectOpts } from 'node:net';

/**
 * The status of an HTTP server's answer to GET; undefined if it does not answer. Written on a plain
 * socket: node:http would cost the launcher 15 MB of memory while the system runs.
 */
export function statusOf(
  where: NetConnectOpts,
  path: string,
  timeoutMs: number,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = connect(where);
    let received = '';
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.once('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const status = /^HTTP\/1\.[01] (\d{3}) /.exec(received)?.[1];
      if (status === undefined) return;
      resolve(Number(status));
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(undefined));
  });
}
