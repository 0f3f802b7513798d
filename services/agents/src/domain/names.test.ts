import { describe, expect, it } from 'vitest';
import { issuePrefix, nameKey, urlKey, urlKeyCandidates } from './names.ts';

const ID = '019aa000-0000-7000-8000-00000000abcd';

describe('urlKey', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  R2/D2 -- (old)  ', 'r2-d2-old'],
    ['zoë', 'zo'],
    ['研究者', 'agent'],
    ['-', 'agent'],
  ])('makes a url key of %j', (name, key) => {
    expect(urlKey(name)).toBe(key);
  });

  it('leaves room for a suffix', () => {
    const longest = urlKeyCandidates('x'.repeat(200), ID).map((key) => key.length);
    expect(Math.max(...longest)).toBeLessThanOrEqual(200);
  });

  it('has a unique candidate after the numbered ones', () => {
    const candidates = urlKeyCandidates('Bob', ID);
    expect(candidates.slice(0, 3)).toEqual(['bob', 'bob-2', 'bob-3']);
    expect(candidates.at(-1)).toBe('bob-00000000abcd');
    expect(new Set(candidates).size).toBe(10);
  });
});

describe('nameKey', () => {
  it('ignores case and Unicode composition', () => {
    expect(nameKey('ZOE\u0308')).toBe(nameKey('zo\u00eb'));
  });
});

describe('issuePrefix', () => {
  it.each([
    ['Acme Robotics', 'ACM'],
    ['a1b2c3', 'ABC'],
    ['Æ O', 'O'],
    ['42', 'CMP'],
  ])('takes three letters of %j', (name, prefix) => {
    expect(issuePrefix(name)).toBe(prefix);
  });
});
