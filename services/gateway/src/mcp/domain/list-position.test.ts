import { describe, expect, it } from 'vitest';
import { nextPosition, readPosition, start } from './list-position.ts';

describe('a position in a list', () => {
  it('is after what was shown of a page, and then on the next page', () => {
    const half = nextPosition({ from: start, read: 20, shown: 8, nextCursor: 'second' });
    expect(readPosition(half)).toEqual({ cursor: undefined, skip: 8 });
    const rest = nextPosition({
      from: readPosition(half),
      read: 12,
      shown: 12,
      nextCursor: 'second',
    });
    expect(readPosition(rest)).toEqual({ cursor: 'second', skip: 0 });
    expect(
      nextPosition({ from: readPosition(rest), read: 3, shown: 3, nextCursor: undefined }),
    ).toBe(undefined);
  });

  it('is refused where it is none', () => {
    expect(() => readPosition('elsewhere')).toThrow('cursor');
  });
});
