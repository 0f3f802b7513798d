import { describe, expect, it } from 'vitest';
import { openPasswords } from './passwords.ts';

const password = 'correct horse battery staple';

describe('a chosen password', () => {
  it('is hashed once for all attempts of a request, and separately for each purpose', async () => {
    const { hashOnce, verify } = openPasswords();
    const [first, again, other] = await Promise.all([
      hashOnce('one', password),
      hashOnce('one', password),
      hashOnce('other', password),
    ]);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(await verify({ hash: first, password })).toBe(true);
    expect(await hashOnce('one', password)).toBe(first);
  });
});
