import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { Worker } from 'node:worker_threads';
import { agents } from '@muster/contracts';
import { newId } from '@muster/service-kit';
import { expect, it } from 'vitest';
import type { ConnectingClients } from './clients-that-connect.ts';
import { BOARD_TOKEN, openGateway } from './open-gateway.ts';
import { stubOf } from './stubs.ts';

/** Sends a request over a keep-alive connection. */
const get = (port: number, path: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${BOARD_TOKEN}` };
    request({ port, path, agent, headers, host: '127.0.0.1' }, (response) => {
      response.resume().on('end', () => resolve(response));
    })
      .on('error', reject)
      .end();
  });

it('on drain finishes requests in progress, refuses new ones, closes connections', async () => {
  const server = await openGateway();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = stubOf(agents, {
    getCompany: async ({ companyId }) => {
      arrived.resolve();
      await released.promise;
      return { id: companyId };
    },
  });
  const other = await slow(server.stage.env);
  const agent = new Agent({ keepAlive: true });
  const idle = await get(server.port, '/api/session', agent);
  expect(idle.headers.connection).toBe('keep-alive');

  const inProgress = get(server.port, `/api/companies/${newId()}`, agent);
  await arrived.promise;
  const closed = server.close();
  const refused = () => get(server.port, '/api/session', new Agent()).then(() => '', String);
  await expect.poll(refused, { interval: 10 }).toContain('ECONNREFUSED');
  released.resolve();
  const answered = await inProgress;
  expect(answered.statusCode).toBe(200);
  expect(answered.headers.connection).toBe('close');
  await closed;
  await other.stop();
});

it('on drain answers connections that waited to be accepted, and closes them', async () => {
  const server = await openGateway();
  const count = 8;
  const connected = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: ConnectingClients = { count, port: server.port, connected };
  const clients = new Worker(new URL('clients-that-connect.ts', import.meta.url), { workerData });
  const answers = once(clients, 'message');
  const closed = server.close();
  // Spinning keeps this thread from accepting a connection before the server is asked to stop.
  const until = performance.now() + 10_000;
  while (Atomics.load(connected, 0) < count && performance.now() < until);
  const [texts] = (await answers) as [string[]];
  for (const text of texts)
    expect(text).toMatch(/^HTTP\/1.1 401 Unauthorized\r\n[^]*connection: close\r\n/i);
  await closed;
});
