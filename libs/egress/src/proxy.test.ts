/** The client through a proxy on this machine, to hosts whose names the test's resolver resolves to it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { LookupAddress } from 'node:dns';
import { connect, createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { egressConfig, egressOptionsOf } from './config.ts';
import { openEgress } from './egress.ts';
import type { Resolve } from './guarded-lookup.ts';

const schema = z.object(egressConfig);
const CREDENTIALS = 'operator:p%40ss';
/** In no error, as errors are logged. */
const SECRETS = /p@ss|p%40ss|b3BlcmF0b3I/;
const AUTHORIZATION = `Basic ${Buffer.from('operator:p@ss').toString('base64')}`;

const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const names: Readonly<Record<string, LookupAddress[]>> = {
  'host.test': at('127.0.0.1'),
  'twice.test': at('127.0.0.9', '127.0.0.1'),
  'inside.test': at('127.0.0.2'),
  'metadata.test': at('169.254.169.254'),
  'two-faced.test': at('93.184.216.34', '10.0.0.1'),
};
const resolve: Resolve = (name, done) => {
  const found = names[name];
  if (found) done(null, found);
  else done(new Error('no such name'), []);
};

/** Of a private authority and of host.test, in a folder of its own. */
function makeCertificates(folder: string): void {
  const openssl = (...args: string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const ca = ['-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=Private CA'];
  openssl('req', '-x509', ...key, ...ca);
  const host = ['-keyout', 'host.key', '-out', 'host.crt', '-subj', '/CN=host.test'];
  const signed = ['-addext', 'subjectAltName=DNS:host.test', '-CA', 'ca.crt', '-CAkey', 'ca.key'];
  openssl('req', '-x509', ...key, ...host, ...signed);
}

describe('a proxy of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-proxy-'));
  const trusted = getCACertificates('default');
  const connected: string[] = [];
  const sockets = new Set<Socket>();
  let proxy: Server;
  let plain: Server;
  let secure: Server;
  let answer: string;
  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const listening = (server: Server): Promise<Server> =>
    new Promise((ready) => {
      server.listen(0, '127.0.0.1', () => ready(server));
    });

  beforeAll(async () => {
    makeCertificates(folder);
    const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
    setDefaultCACertificates([...trusted, file('ca.crt')]);
    const saysHost = createHttp((request, response) => response.end(`at ${request.headers.host}`));
    plain = await listening(saysHost);
    const tls = { key: file('host.key'), cert: file('host.crt') };
    const handle = saysHost.listeners('request')[0] as Parameters<typeof createHttp>[1];
    secure = await listening(createHttps(tls, handle));
    proxy = await listening(createHttp((_, response) => response.writeHead(400).end()));
    proxy.on('connect', (request, client: Socket) => {
      const { url = '', headers } = request;
      connected.push(url);
      sockets.add(client);
      const isKnown = headers['proxy-authorization'] === AUTHORIZATION;
      const status = isKnown ? answer : '407 Proxy Authentication Required';
      if (!status.startsWith('200')) return client.end(`HTTP/1.1 ${status}\r\n\r\n`);
      const { hostname, port } = new URL(`http://${url}`);
      const upstream = connect(Number(port), names[hostname]?.[0]?.address ?? hostname);
      upstream.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
      upstream.once('connect', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        client.pipe(upstream).pipe(client);
      });
      return client.on('error', () => upstream.destroy());
    });
  });
  beforeEach(() => {
    connected.length = 0;
    answer = '200 OK';
  });
  afterAll(() => {
    setDefaultCACertificates(trusted);
    for (const socket of sockets) socket.destroy();
    for (const server of [proxy, plain, secure]) server.closeAllConnections();
    for (const server of [proxy, plain, secure]) server.close();
    rmSync(folder, { recursive: true });
  });

  /** What the host says, or the code of the failure. */
  async function send(url: string, settings: Record<string, string> = {}): Promise<string> {
    const config = schema.parse({
      MUSTER_EGRESS_ALLOW: 'host.test,twice.test,127.0.0.1',
      HTTPS_PROXY: `http://${CREDENTIALS}@127.0.0.1:${portOf(proxy)}`,
      ...settings,
    });
    const egress = openEgress({ ...egressOptionsOf(config), resolve });
    try {
      return (await egress.send({ url })).body;
    } catch (error) {
      expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(SECRETS);
      return (error as { code: string }).code;
    } finally {
      await egress.close();
    }
  }

  it('carries https to the address that was checked, and the host proves its name', async () => {
    const port = portOf(secure);
    expect(await send(`https://host.test:${port}/`)).toBe(`at host.test:${port}`);
    expect(connected).toEqual([`127.0.0.1:${port}`]);
  });

  it('does not make another host of a certificate', async () => {
    expect(await send(`https://twice.test:${portOf(secure)}/`)).toBe('egress_failed');
  });

  it('carries plain http to hosts that may be called without encryption', async () => {
    const port = portOf(plain);
    expect(await send(`http://host.test:${port}/`)).toBe(`at host.test:${port}`);
    expect(await send(`http://127.0.0.1:${port}/`)).toBe(`at 127.0.0.1:${port}`);
    expect(connected).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
  });

  it('is asked for the next address of a host that it cannot reach', async () => {
    const port = portOf(plain);
    expect(await send(`http://twice.test:${port}/`)).toBe(`at twice.test:${port}`);
    expect(connected).toEqual([`127.0.0.9:${port}`, `127.0.0.1:${port}`]);
  });

  it.each([
    'https://inside.test/',
    'https://metadata.test/',
    'https://two-faced.test/',
    'https://10.1.2.3/',
    'https://[::ffff:a9fe:a9fe]/',
  ])('is never asked for %s, which is not public', async (url) => {
    expect(await send(url)).toBe('egress_not_allowed');
    expect(connected).toEqual([]);
  });

  it.each(['host.test', '*', 'test'])('is not used for hosts of NO_PROXY: %s', async (list) => {
    const port = portOf(plain);
    expect(await send(`http://host.test:${port}/`, { NO_PROXY: list })).toBe(
      `at host.test:${port}`,
    );
    expect(connected).toEqual([]);
  });

  it('may have a name, which resolves to a private address', async () => {
    const HTTPS_PROXY = `http://${CREDENTIALS}@localhost:${portOf(proxy)}`;
    const port = portOf(plain);
    expect(await send(`http://host.test:${port}/`, { HTTPS_PROXY })).toBe(`at host.test:${port}`);
    expect(connected).toHaveLength(1);
  });

  it('gets names only where the operator says that it resolves them', async () => {
    const port = portOf(plain);
    const resolves = { MUSTER_EGRESS_PROXY_RESOLVES: 'true' };
    expect(await send(`http://host.test:${port}/`, resolves)).toBe(`at host.test:${port}`);
    expect(connected).toEqual([`host.test:${port}`]);
    expect(await send('https://10.1.2.3/', resolves)).toBe('egress_not_allowed');
  });

  it('that wants other credentials fails by a code of its own', async () => {
    const HTTPS_PROXY = `http://nobody:x@127.0.0.1:${portOf(proxy)}`;
    expect(await send(`http://host.test:${portOf(plain)}/`, { HTTPS_PROXY })).toBe(
      'egress_proxy_failed',
    );
  });

  it('that refuses the host, or cannot reach it, is told apart', async () => {
    answer = '403 Forbidden';
    expect(await send(`https://host.test:${portOf(secure)}/`)).toBe('egress_proxy_refused');
    answer = '504 Gateway Timeout';
    expect(await send(`https://host.test:${portOf(secure)}/`)).toBe('egress_failed');
  });

  it('that cannot be reached fails the request, which takes no other way', async () => {
    const gone = createTcp();
    await new Promise<void>((ready) => {
      gone.listen(0, '127.0.0.1', () => ready());
    });
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const HTTPS_PROXY = `http://127.0.0.1:${port}`;
    expect(await send(`http://host.test:${portOf(plain)}/`, { HTTPS_PROXY })).toBe(
      'egress_proxy_failed',
    );
  });
});

it.each(['proxy:3128', 'socks5://proxy', 'http://proxy/path', 'http://a%zz@proxy', 'http://p?q=1'])(
  'a proxy is not %s',
  (text) => {
    const { success, error } = schema.safeParse({ HTTPS_PROXY: text });
    expect(success).toBe(false);
    // The URL may contain a password.
    expect(JSON.stringify(error?.issues)).not.toContain(text);
  },
);
