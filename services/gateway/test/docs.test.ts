import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type OpenDoor } from './open-door.ts';

let door: OpenDoor;
beforeAll(async () => {
  door = await openDoor();
});
afterAll(() => door.close());

const page = () => door.call('GET /docs', { token: '' });
/** Everything that the page loads. */
const loadedBy = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);

describe('the reference page', () => {
  it('is HTML for everybody, and nothing on it may come from elsewhere', async () => {
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

  it('loads files that are there and may be kept', async () => {
    const { body } = await page();
    const files = loadedBy(body).filter((address) => address.startsWith('/docs/'));
    expect(files).toHaveLength(3);
    for (const file of files) {
      const { status, headers } = await door.call(`GET ${file}`, { token: '' });
      expect([file, status]).toEqual([file, 200]);
      expect(headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('shows the document that is there', async () => {
    const { body } = await page();
    const start = loadedBy(body).find((address) => address.endsWith('start.js'));
    const { body: script } = await door.call(`GET ${start}`, { token: '' });
    const [, url] = /url: '([^']+)'/.exec(script) ?? [];
    expect((await door.call(`GET ${url}`, { token: '' })).body.openapi).toBe('3.1.0');
  });
});
