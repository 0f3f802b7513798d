import { describe, expect, it } from 'vitest';
import { hashOnce, verifyPassword } from './password.ts';

const password = 'correct horse battery staple';

describe('a password that is chosen', () => {
  it('is hashed once for all attempts of one request, and apart for every purpose', async () => {
    const [first, again, other] = await Promise.all([
      hashOnce('one', password), hashOnce('one', password), hashOnce('other', password),
    ]);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(await verifyPassword({ hash: first, password })).toBe(true);
    expect(await hashOnce('one', password)).toBe(first);
  });
});
