import { describe, expect, it } from 'vitest';
import { nextPlace, readPlace, start } from './place.ts';

describe('a place in a list', () => {
  it('is after what was shown of a page, and then on the next page', () => {
    const half = nextPlace({ from: start, read: 20, shown: 8, nextCursor: 'second' });
    expect(readPlace(half)).toEqual({ cursor: undefined, skip: 8 });
    const rest = nextPlace({ from: readPlace(half), read: 12, shown: 12, nextCursor: 'second' });
    expect(readPlace(rest)).toEqual({ cursor: 'second', skip: 0 });
    expect(nextPlace({ from: readPlace(rest), read: 3, shown: 3, nextCursor: undefined })).toBe(
      undefined,
    );
  });

  it('is refused where it is none', () => {
    expect(() => readPlace('elsewhere')).toThrow('cursor');
  });
});
