/** The client against a host on this machine, by names that the test's resolver resolves to it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAllowList } from './allow-list.ts';
import { openEgress, type Egress } from './egress.ts';
import type { Resolve } from './guarded-lookup.ts';

const MEGABYTE = 1_048_576;

const allow = readAllowList('host.test,mixed.test');
const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const names: Readonly<Record<string, LookupAddress[]>> = {
  'host.test': at('127.0.0.1'),
  'inside.test': at('127.0.0.1'),
  'two-faced.test': at('93.184.216.34', '10.0.0.1'),
  'metadata.test': at('169.254.169.254'),
  'mapped.test': at('::ffff:a9fe:a9fe'),
};

const resolve: Resolve = (name, done) => {
  const found = names[name];
  if (found) done(null, found);
  else done(new Error('no such name'), []);
};

describe('openEgress', () => {
  let server: Server;
  let egress: Egress;
  let base: string;
  let asked = 0;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    egress = openEgress({ allow, resolve });
    server = createServer((request, response) => {
      asked += 1;
      answer(request, response);
    });
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', () => listening());
    });
    base = `http://host.test:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await egress.close();
    server.closeAllConnections();
    server.close();
  });

  const failure = (sent: Promise<unknown>): Promise<unknown> =>
    sent.then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );

  it('sends the request and returns the answer', async () => {
    answer = (request, response) => {
      request
        .setEncoding('utf8')
        .toArray()
        .then(
          (parts) => {
            response.writeHead(201, { 'x-from': String(request.headers['x-to']) });
            response.end(`heard ${parts.join('')} by ${request.method}`);
          },
          () => undefined,
        );
    };
    const heard = await egress.send({ url: `${base}/run`, headers: { 'x-to': 'me' }, body: 'hi' });
    expect(heard).toMatchObject({ status: 201, body: 'heard hi by POST' });
    expect(heard.headers['x-from']).toBe('me');
  });

  it('follows no redirect', async () => {
    const before = asked;
    answer = (_, response) => {
      response.writeHead(302, { location: `${base}/elsewhere` });
      response.end();
    };
    expect(await egress.send({ url: base })).toMatchObject({ status: 302 });
    expect(asked).toBe(before + 1);
  });

  it.each(['two-faced.test', 'metadata.test', 'mapped.test', 'inside.test'])(
    'does not connect to %s, which is inside by one of its addresses',
    async (name) => {
      const before = asked;
      expect(await failure(egress.send({ url: `https://${name}/` }))).toBe('egress_not_allowed');
      expect(asked).toBe(before);
    },
  );

  it('fails as unresolved for an unknown name', async () => {
    expect(await failure(egress.send({ url: 'https://no.test/' }))).toBe('egress_unresolved');
  });

  it('fails if the port is closed', async () => {
    expect(await failure(egress.send({ url: 'http://host.test:1/' }))).toBe('egress_failed');
  });

  it('reads a megabyte and not a byte more', async () => {
    answer = (_, response) => response.end('x'.repeat(MEGABYTE));
    expect((await egress.send({ url: base })).body).toHaveLength(MEGABYTE);
    answer = (_, response) => response.end('x'.repeat(MEGABYTE + 1));
    expect(await failure(egress.send({ url: base }))).toBe('egress_answer_too_large');
  });

  it('waits for the whole answer no longer than its timeout', async () => {
    answer = (_, response) => response.write('and then');
    expect(await failure(egress.send({ url: base, timeoutMs: 150 }))).toBe('egress_timeout');
  });

  it('is cancelled by its signal', async () => {
    const gone = new AbortController();
    answer = () => gone.abort();
    expect(await failure(egress.send({ url: base, signal: gone.signal }))).toBe('egress_stopped');
  });

  it('has no limit of connections per host if the caller sets none', async () => {
    const many = openEgress({ allow, resolve, connectionsPerHost: null });
    const held: ServerResponse[] = [];
    answer = (_, response) => {
      held.push(response);
      // More than the default limit.
      if (held.length === 12) for (const one of held) one.end();
    };
    const sent = Array.from({ length: 12 }, () => many.send({ url: base }));
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
    await many.close();
  });
});
