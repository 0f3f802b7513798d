import type { Runtime } from '@muster/service-kit';
import { openStage } from '@muster/test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardFiles } from '../src/board-files.ts';
import { openParts } from '../src/parts.ts';
import { gatewayService } from '../src/service.ts';
import { clientUnder } from './browser.ts';
import { BOARD_TOKEN } from './open-gateway.ts';

const files: BoardFiles = {
  build: 'b1',
  page: (path) =>
    /^\/(?:[A-Z]+\/issues)?$/.test(path)
      ? { bytes: Buffer.from(`<!doctype html><title>${path}</title>`), etag: '"b1"' }
      : undefined,
  asset: (name, accept) =>
    name === 'main-b1.js'
      ? {
          bytes: Buffer.from('start()'),
          type: 'text/javascript; charset=utf-8',
          encoding: accept.includes('br') ? 'br' : undefined,
        }
      : undefined,
};

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const isJson = { status: 404, body: { code: 'route_not_found' } };

async function openWith(board: BoardFiles | undefined, env: Record<string, string> = {}) {
  const withBoard = {
    ...gatewayService,
    open: (base: Pick<Runtime, 'config' | 'log'>) => ({ ...openParts(base), board: () => board }),
  };
  const stage = await openStage(withBoard, {
    env: { PORT: '0', MUSTER_BOARD_TOKEN: BOARD_TOKEN, ...env },
  });
  const port = stage.service.port ?? 0;
  const call = (line: string, headers: Record<string, string> = {}, host?: string) =>
    clientUnder(port, host)(line, { headers });
  return { port, call, close: () => stage.close() };
}

describe('a page load', () => {
  let server: Awaited<ReturnType<typeof openWith>>;
  beforeAll(async () => {
    server = await openWith(files);
  });
  afterAll(() => server.close());

  it('gets the document of its path, which no page frames and which runs files of ours only', async () => {
    for (const headers of [navigation, html]) {
      const { status, headers: named, body } = await server.call('GET /ACM/issues?q=a', headers);
      expect({ status, body }).toEqual({
        status: 200,
        body: '<!doctype html><title>/ACM/issues</title>',
      });
      expect(named.get('content-type')).toBe('text/html; charset=utf-8');
      expect(named.get('vary')).toBe('Accept, Sec-Fetch-Mode');
      expect(named.get('cache-control')).toBe('no-cache');
      const policy = named.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(named.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(named.get('set-cookie')).toBeNull();
    }
    for (const tags of ['W/"b1"', '"b0", "b1"', '*']) {
      const known = await server.call('GET /', { ...navigation, 'if-none-match': tags });
      expect(known).toMatchObject({ status: 304, body: '' });
    }
  });

  it('of a path that is no page is an HTML 404', async () => {
    const { status, headers, body } = await server.call('GET /nothing/here', navigation);
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
    });
    expect(body).toContain('no such page');
  });

  it('is no request of a program, of a script, or for another room of the gateway', async () => {
    const programs: Record<string, string>[] = [
      {},
      { accept: '*/*' },
      { accept: 'application/json, text/html' },
      { 'sec-fetch-mode': 'cors', ...html },
    ];
    for (const headers of programs) {
      const answer = await server.call('GET /ACM/issues', headers);
      expect(answer).toMatchObject(isJson);
      expect(answer.headers.get('vary')).toBe('Accept, Sec-Fetch-Mode');
    }
    for (const path of ['/api', '/api/nothing', '/llms/nothing.md', '/docs/nothing', '/mcp/x']) {
      const answer = await server.call(`GET ${path}`, navigation);
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'route_not_found']);
    }
    const start = await server.call('GET /');
    expect([start.status, String(start.body).slice(0, 8)]).toEqual([200, '# Muster']);
    expect(await server.call('POST /ACM/issues', navigation)).toMatchObject(isJson);
    expect((await server.call('GET /docs', navigation)).status).toBe(200);
  });

  it('under a foreign name gets nothing of it', async () => {
    const rebound = await server.call('GET /', navigation, 'rebound.example');
    expect(rebound.status).toBe(421);
    expect(rebound.body).not.toContain('<title>/');
  });

  it('loads files by their hashed names, compressed as the browser likes', async () => {
    const found = await server.call('GET /assets/main-b1.js', { 'accept-encoding': 'gzip, br' });
    expect({ status: found.status, body: found.body }).toEqual({ status: 200, body: 'start()' });
    expect(found.headers.get('content-encoding')).toBe('br');
    expect(found.headers.get('cache-control')).toContain('immutable');
    for (const name of ['main-b0.js', '..%2f..%2fpackage.json']) {
      const gone = await server.call(`GET /assets/${name}`, navigation);
      expect(gone).toMatchObject(isJson);
      expect(gone.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('before the pages are built', () => {
  it('a page load is told to come again, and programs notice nothing', async () => {
    const server = await openWith(undefined);
    const page = await server.call('GET /ACM/issues', navigation);
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('1');
    expect(page.body).toContain('http-equiv="refresh"');
    expect(await server.call('GET /ACM/issues')).toMatchObject(isJson);
    expect((await server.call('GET /assets/main-b1.js')).status).toBe(404);
    await server.close();
  });
});

describe('with a public address', () => {
  it('a page load under another name of the loopback goes there', async () => {
    const server = await openWith(files, { MUSTER_PUBLIC_URL: 'https://muster.example/' });
    const led = await server.call('GET /ACM/issues?q=a', navigation, 'localhost:3100');
    expect(led.status).toBe(307);
    expect(led.headers.get('location')).toBe('https://muster.example/ACM/issues?q=a');
    const page = await server.call('GET /', navigation, 'muster.example');
    expect(page.status).toBe(200);
    expect(page.headers.get('strict-transport-security')).toContain('max-age=');
    expect((await server.call('GET /', navigation, 'evil.example')).status).toBe(421);
    await server.close();
  });
});
