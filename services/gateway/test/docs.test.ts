import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

const page = (path = '/docs/api') => server.call(`GET ${path}`, { token: '' });
/** The addresses that the page loads. */
const loadedBy = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);

describe('the API reference page', () => {
  it('is public HTML that loads nothing from other hosts', async () => {
    const { status, headers, body } = await page();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(body).not.toMatch(/<script>|\son\w+=/);
    for (const address of loadedBy(body)) expect(address).toMatch(/^(\/[^/]|data:)/);
  });

  it('loads files that exist and may be cached', async () => {
    const { body } = await page();
    const files = loadedBy(body).filter((address) => address.startsWith('/docs/'));
    expect(files).toHaveLength(3);
    for (const file of files) {
      const { status, headers } = await server.call(`GET ${file}`, { token: '' });
      expect([file, status]).toEqual([file, 200]);
      expect(headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('shows the OpenAPI document', async () => {
    const { body } = await page();
    const start = loadedBy(body).find((address) => address.endsWith('start.js'));
    const { body: script } = await server.call(`GET ${start}`, { token: '' });
    const [, url] = /url: '([^']+)'/.exec(script) ?? [];
    expect((await server.call(`GET ${url}`, { token: '' })).body.openapi).toBe('3.1.0');
  });
});

describe('the guide', () => {
  it('begins at /docs, and leads to each of its pages and to the API reference', async () => {
    const { status, body } = await page('/docs');
    expect([status, body]).toEqual([200, expect.stringContaining('/docs/guide/five-minutes')]);
    const linked = new Set(loadedBy(body).filter((path) => path.startsWith('/docs/')));
    expect(linked).toContain('/docs/api');
    for (const path of linked) expect([path, (await page(path)).status]).toEqual([path, 200]);
  });

  it.each(['/docs', '/docs/guide/budgets'])(
    'at %s loads files of this server only',
    async (path) => {
      const { headers, body } = await page(path);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; script-src 'self';",
      );
      expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*|unsafe/);
      expect(body).not.toMatch(/<script>|\son\w+="|<style/);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  it('is text for a client that unpacks nothing', async () => {
    const headers = { 'accept-encoding': 'identity' };
    const { body, headers: answered } = await server.call('GET /docs/guide/budgets', {
      token: '',
      headers,
    });
    expect([body, answered.get('content-encoding')]).toEqual([
      expect.stringContaining('<!doctype html>'),
      null,
    ]);
  });

  it('has a search that runs in the page', async () => {
    const { body: script } = await page('/docs/guide/search.js');
    expect(script).toContain("from './minisearch.js'");
    expect(script).toContain("fetch('/docs/guide/search-index.json')");
    for (const file of ['minisearch.js', 'search-index.json']) {
      expect((await page(`/docs/guide/${file}`)).status).toBe(200);
    }
  });
});
