import { describe, expect, it } from 'vitest';
import { HomeFile } from './program.ts';

const file = (path: string) => ({ path, bytes: new Uint8Array(), mode: 0o600 });

describe('the path of a file in a home', () => {
  it.each(['a', '.claude/settings.json', 'a/b-c/d_e.md', '..a', 'a...', '.a/..b'])(
    'is %s',
    (path) => {
      expect(HomeFile.safeParse(file(path)).success).toBe(true);
    },
  );

  it.each([
    '',
    '/a',
    '..',
    '.',
    '../a',
    'a/..',
    'a/../b',
    'a/./b',
    'a//b',
    'a/',
    'a\0b',
    'a b',
    '-\nb',
  ])('is not %j', (path) => {
    expect(HomeFile.safeParse(file(path)).success).toBe(false);
  });

  it('has the rights of users, and no other bits', () => {
    expect(HomeFile.safeParse({ ...file('a'), mode: 0o4_755 }).success).toBe(false);
  });
});
