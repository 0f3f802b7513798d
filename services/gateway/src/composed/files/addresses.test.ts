import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openAddresses } from './addresses.ts';

const key = { companyId: randomUUID(), fileId: randomUUID() };
const addresses = openAddresses(['a secret', 'the one before']);

describe('a signed address', () => {
  it('names its file until it expires', () => {
    const token = addresses.sign(key, 1_000);
    expect(addresses.read(token, 999)).toEqual(key);
    expect(addresses.read(token, 1_000)).toBeUndefined();
  });

  it('works while the secret is rotated, and not after', () => {
    const token = openAddresses(['the one before']).sign(key, 1_000);
    expect(addresses.read(token, 1)).toEqual(key);
    expect(openAddresses(['a secret']).read(token, 1)).toBeUndefined();
  });

  it.each([
    ['another file', (token: string) => `x${token}`],
    ['a longer time', (token: string) => token.replace(/^./, 'V')],
    ['no signature', (token: string) => token.split('.')[0] ?? ''],
    ['an empty signature', (token: string) => `${token.split('.')[0]}.`],
    ['a third part', (token: string) => `${token}.x`],
    ['nothing', () => ''],
    ['a text', () => '…'],
  ])('names nothing with %s', (_, forge) => {
    expect(addresses.read(forge(addresses.sign(key, 1_000)), 1)).toBeUndefined();
  });
});
