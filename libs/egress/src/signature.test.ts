import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signatureOf } from './signature.ts';

it('signs the time and the body together', () => {
  // Computed by another program: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
  expect(signatureOf('secret', '{"a":1}', 1_700_000_000_999)).toBe(
    't=1700000000,v1=49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686',
  );
});

describe('the check of a signature in the guide to webhooks', () => {
  type IsGenuine = (secret: string, header: string, body: string, nowSeconds: number) => boolean;
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/webhooks.md'), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const loaded = import(`data:text/javascript,${encodeURIComponent(code)}`) as Promise<{
    isGenuine: IsGenuine;
  }>;
  const now = 1_700_000_000;
  const signed = signatureOf('secret', '{"a":1}', now * 1_000);

  it('accepts what was signed with the secret, also beside another signature', async () => {
    const { isGenuine } = await loaded;
    expect(isGenuine('secret', signed, '{"a":1}', now)).toBe(true);
    const both = `${signed},${signatureOf('older', '{"a":1}', now * 1_000).split(',')[1]}`;
    expect(isGenuine('older', both, '{"a":1}', now)).toBe(true);
  });

  it.each([
    ['another secret', 'other', signed, '{"a":1}', now],
    ['another body', 'secret', signed, '{"a":2}', now],
    ['an old request', 'secret', signed, '{"a":1}', now + 301],
    ['no signature', 'secret', `t=${now}`, '{"a":1}', now],
    ['half a signature', 'secret', signed.slice(0, -2), '{"a":1}', now],
    ['no time', 'secret', signed.slice(signed.indexOf(',') + 1), '{"a":1}', now],
  ])('refuses %s', async (_, secret, header, body, at) => {
    const { isGenuine } = await loaded;
    expect(isGenuine(secret, header, body, at)).toBe(false);
  });
});
