import { describe, expect, it } from 'vitest';
import { findLines, partsOf } from './find-lines.ts';

describe('a search in the output of a run', () => {
  it('finds lines whatever the case, and nothing for no words', () => {
    expect(findLines(['An Error', 'fine', 'error'], 'ERROR')).toEqual([0, 2]);
    expect(findLines(['a'], '')).toEqual([]);
  });

  it('marks each place of a line, and keeps the text as it is', () => {
    const parts = partsOf('abcABCab', 'bc');
    expect(parts.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(['bc', 'BC']);
    expect(parts.map(({ text }) => text).join('')).toBe('abcABCab');
    expect(partsOf('abc', '')).toEqual([{ text: 'abc', isFound: false }]);
  });

  it('marks a bounded number of places in a line of very many', () => {
    const line = 'x'.repeat(100_000);
    const parts = partsOf(line, 'x');
    expect(parts.length).toBeLessThan(300);
    expect(parts.map(({ text }) => text).join('')).toBe(line);
  });

  it('marks nothing where a letter is longer in another case', () => {
    expect(partsOf('İx', 'x')).toEqual([{ text: 'İx', isFound: false }]);
  });
});
