/** What a process says about its connection to NATS. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { openLogger } from '@muster/service-kit';
import { until } from '@muster/test-kit';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { openNats } from '../src/nats/nats.ts';

const log = openLogger('test', 'silent');
const warn = vi.spyOn(log, 'warn');
afterEach(() => warn.mockClear());

const options = { user: 'test', name: 'test', log };
const { natsUrl } = inject('servers');

const warned = (message: string): Promise<unknown> =>
  until(message, () => warn.mock.calls.find((call) => call[1] === message)?.[0]);

/** A proxy to NATS that closes each connection until it is told to pass them on. */
async function openGate() {
  const { hostname, port } = new URL(natsUrl);
  let isOpen = false;
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (!isOpen) return void near.destroy();
    const far = connect({ host: hostname, port: Number(port) });
    far.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(natsUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: String(url), host: url.host, open: () => void (isOpen = true), server };
}

describe('a connection to NATS', () => {
  it('says that it waits, with the servers and without the password, and is made', async () => {
    const gate = await openGate();
    const opening = openNats({ ...options, config: { NATS_URL: gate.url } });
    expect(
      await warned(
        'waiting for NATS: unreachable, its certificate is not trusted, or it refuses this user',
      ),
    ).toEqual({
      servers: [gate.host],
    });
    gate.open();
    const nats = await opening;
    expect(nats.isClosed()).toBe(false);
    await nats.close();
    gate.server.close();
  });

  it('says what NATS refuses', async () => {
    const nats = await openNats({ ...options, config: { NATS_URL: natsUrl } });
    nats.subscribe('no.>.subject', { callback: () => undefined });
    expect(await warned('NATS reported an error')).toMatchObject({ err: expect.any(Error) });
    await nats.close();
  });
});
