import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeCursor, encodeCursor, pageOf, pageSize } from './paging.ts';

const company = '01930000-0000-7000-8000-000000000001';

const Key = z.tuple([z.string(), z.int()]);

describe('a cursor', () => {
  it('carries the sort key of the last item', () => {
    const cursor = encodeCursor('issues', company, ['high', 7]);
    expect(decodeCursor('issues', company, cursor, Key)).toEqual(['high', 7]);
  });

  it('is absent on the first page', () => {
    expect(decodeCursor('issues', company, undefined, Key)).toBeUndefined();
  });

  it.each([
    ['of another list', encodeCursor('runs', company, ['high', 7])],
    ['of another company', encodeCursor('issues', 'other', ['high', 7])],
    ['with another key', encodeCursor('issues', company, ['high'])],
    ['with a part of another type', encodeCursor('issues', company, ['high', '7'])],
    ['with an object for a key', encodeCursor('issues', company, ['high', {}])],
    ['that is no cursor', 'garbage'],
    ['that is empty', ''],
  ])('%s is refused', (_, cursor) => {
    expect(() => decodeCursor('issues', company, cursor, Key)).toThrow('The cursor is not valid');
  });
});

describe('a page', () => {
  const show = (row: number) => row * 10;
  const cursorOf = (row: number) => `after ${row}`;

  it('has a cursor while there is more', () => {
    expect(pageOf([1, 2, 3], 2, show, cursorOf)).toMatchObject({
      items: [10, 20],
      nextCursor: 'after 2',
    });
  });

  it('has none at the end', () => {
    expect(pageOf([1, 2], 2, show, cursorOf)).toMatchObject({
      items: [10, 20],
      nextCursor: undefined,
    });
  });

  it('can end before, with the cursor after any of its items', () => {
    expect(pageOf([1, 2, 3], 2, show, cursorOf).cursorAfter?.(1)).toBe('after 1');
  });

  it('is never larger than the maximum', () => {
    expect([pageSize(10), pageSize(9_999)]).toEqual([10, 500]);
  });
});
