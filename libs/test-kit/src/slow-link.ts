/** A proxy before a server that delays what is sent to it, as a slow server answers late. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

export interface SlowLink {
  /** The server's URL with the address of the proxy. */
  readonly url: string;
  setDelay(ms: number): void;
  close(): void;
}

export async function openSlowLink(url: string): Promise<SlowLink> {
  const address = new URL(url);
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const delayed = (): Transform =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (delayMs === 0) done(null, chunk);
        else setTimeout(done, delayMs, null, chunk);
      },
    });
  const server = createServer((near) => {
    const far = connect({ host: address.hostname, port: Number(address.port) });
    const end = (): void => [near, far].forEach((socket) => void socket.destroy());
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay().once('error', end).once('close', end);
    }
    near.pipe(delayed()).pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const proxied = new URL(url);
  // Servers in containers may be at another address of the machine.
  proxied.hostname = '127.0.0.1';
  proxied.port = String(typeof bound === 'object' && bound ? bound.port : 0);
  return {
    url: String(proxied),
    setDelay: (ms) => {
      delayMs = ms;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
