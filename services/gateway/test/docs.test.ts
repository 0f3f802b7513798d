import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

let server: TestGateway;
beforeAll(async () => {
  server = await openGateway();
});
afterAll(() => server.close());

const page = () => server.call('GET /docs', { token: '' });
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
