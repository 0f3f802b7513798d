import { describe, expect, it } from 'vitest';
import { keyOf, sizeOf } from './document-sizes.ts';

describe('the size of a document', () => {
  it('is told in bytes or in KB', () => {
    expect([1, 1_023, 1_024, 524_288].map(sizeOf)).toEqual([
      '1 bytes',
      '1023 bytes',
      '1 KB',
      '512 KB',
    ]);
  });
});

describe('a key', () => {
  it.each([
    ['Plan', 'plan'],
    ['  The 2nd report!', 'the-2nd-report'],
    ['--', ''],
    ['x'.repeat(63) + ' y', 'x'.repeat(63)],
  ])('of %j is %j', (typed, key) => {
    expect(keyOf(typed)).toBe(key);
  });
});
