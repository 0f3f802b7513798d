import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { disconnectSignal } from './disconnect-signal.ts';

const { createServer } = process.getBuiltinModule('node:http');

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The response of a request that is begun and not answered, and how its client leaves. */
async function unanswered() {
  const begun = Promise.withResolvers<ServerResponse>();
  const url = await serve((_, response) => begun.resolve(response));
  const client = new AbortController();
  fetch(url, { signal: client.signal }).catch(() => undefined);
  return { response: await begun.promise, leave: () => client.abort() };
}

describe('the signal of a disconnected client', () => {
  it('is aborted when the client leaves', async () => {
    const { response, leave } = await unanswered();
    const signal = disconnectSignal(response);
    expect(signal.aborted).toBe(false);
    leave();
    await once(signal, 'abort');
  });

  it('is aborted from the beginning if the client has left', async () => {
    const { response, leave } = await unanswered();
    leave();
    await once(response, 'close');
    expect(disconnectSignal(response).aborted).toBe(true);
  });

  it('is not aborted by the end of an answer', async () => {
    const answered = Promise.withResolvers<AbortSignal>();
    const url = await serve((_, response) => {
      const signal = disconnectSignal(response);
      response.once('close', () => answered.resolve(signal)).end('answer');
    });
    await (await fetch(url)).text();
    expect((await answered.promise).aborted).toBe(false);
  });
});
