import { describe, expect, it } from 'vitest';
import { issuePrefixCandidates, nameKey, urlKey, urlKeyCandidates } from './names.ts';

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
  it('ignores case, Unicode composition and joiners', () => {
    expect(nameKey('ZOE\u0308')).toBe(nameKey('zo\u00eb'));
    expect(nameKey('علی\u200Cرضا')).toBe(nameKey('علیرضا'));
  });
});

describe('issuePrefixCandidates', () => {
  it.each([
    ['Acme Robotics', 'ACM'],
    ['a1b2c3', 'ABC'],
    ['Æ O', 'O'],
    ['42', 'CMP'],
  ])('begin with three letters of %j', (name, prefix) => {
    expect(issuePrefixCandidates(name, ID)[0]).toBe(prefix);
  });

  it('have one letter A more after another, then a few letters of the id', () => {
    const candidates = issuePrefixCandidates('Acme', ID);
    expect(candidates.slice(0, 3)).toEqual(['ACM', 'ACMA', 'ACMAA']);
    expect(candidates.slice(20, 23)).toEqual([`ACM${'A'.repeat(20)}`, 'ACMPB', 'ACMPBN']);
    expect(candidates.at(-1)).toHaveLength(14);
    expect(new Set(candidates).size).toBe(31);
  });

  it('differ in the last one for different ids, also for the greatest', () => {
    const ends = ['fffffffffffe', 'ffffffffffff', '000000000000', '7fffffffffff'];
    const last = ends.map((end) => issuePrefixCandidates('Acme', ID.slice(0, -12) + end).at(-1));
    expect(new Set(last).size).toBe(4);
    expect(last.every((each) => /^ACM[A-Z]{11}$/.test(each ?? ''))).toBe(true);
  });
});
