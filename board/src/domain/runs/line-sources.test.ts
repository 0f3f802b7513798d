import { describe, expect, it } from 'vitest';
import { originsOf } from './line-sources.ts';

const of = { lines: 5, linesOfBlock: 3, zone: 'UTC' };

describe('the origins of lines', () => {
  it('tell a time where it changes, and mark standard error up to its end', () => {
    const sources = [
      { line: 0, at: '2026-01-01T09:00:00.000Z', stream: 'stdout' },
      { line: 2, at: '2026-01-01T09:00:00.500Z', stream: 'stderr' },
      { line: 4, at: '2026-01-01T09:00:01.000Z', stream: 'stdout' },
    ] as const;
    expect(originsOf(sources, of)).toEqual(['09:00:00\n\n!', '!\n09:00:01']);
  });

  it('are none where nothing is known', () => {
    expect(originsOf([], of)).toEqual([]);
    expect(originsOf([{ line: 0 }], of)).toEqual([]);
  });
});
