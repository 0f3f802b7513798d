import { describe, expect, it } from 'vitest';
import { authorizationFor } from './repo-credential.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const repoCredentials = {
  'https://git.example.com': 'token-of-all',
  'https://git.example.com/team/': 'bob:password:with:colons',
  'http://forge.internal:3000/': 'other',
};
const of = (url: string, config: object = { repoCredentials }) =>
  authorizationFor(url, { ...config });

describe('the credential for a repository', () => {
  it('is the one of the longest beginning of its address', () => {
    expect(of('https://git.example.com/shop.git')).toBe(basic('x-access-token:token-of-all'));
    expect(of('https://git.example.com/team/shop')).toBe(basic('bob:password:with:colons'));
    expect(of('https://GIT.example.com:443/team')).toBe(basic('bob:password:with:colons'));
    expect(of('http://forge.internal:3000/a/b')).toBe(basic('x-access-token:other'));
  });

  it('is none for any other host, port, scheme or folder, and none where there is none', () => {
    for (const url of [
      'https://git.example.com.evil.test/team/shop',
      'https://git.example.com@evil.test/team/shop',
      'http://git.example.com/shop',
      'https://git.example.com:8443/shop',
      'http://forge.internal/a',
      'not an address',
    ]) {
      expect([url, of(url)]).toEqual([url, undefined]);
    }
    expect(of('https://git.example.com/teams/x')).toBe(basic('x-access-token:token-of-all'));
    expect(of('https://git.example.com/', {})).toBeUndefined();
    expect(of('https://git.example.com/x', { repoCredentials: 'wrong' })).toBeUndefined();
    expect(of('https://a.test/x', { repoCredentials: { 'https://a.test': '' } })).toBeUndefined();
  });
});
