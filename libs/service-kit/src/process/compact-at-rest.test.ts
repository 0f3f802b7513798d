import { describe, expect, it } from 'vitest';
import { isCompactionDue, restAfter } from './compact-at-rest.ts';

const MB = 1_048_576;

describe('a compaction', () => {
  it.each([
    ['at rest after the start', 10, 60, 0, true],
    ['at rest after the heap has grown', 12, 60, 25, true],
    ['at rest while the heap is about as it was left', 60, 30, 25, false],
    ['in a pause between two bursts of requests', 7.5, 300, 25, false],
    ['under load, however large the heap is', 0, 300, 25, false],
  ])('%s: %d s of rest, %d MB after %d MB', (_, rest, heap, compact, isDue) => {
    const memory = { restMs: rest * 1_000, heapBytes: heap * MB, compactBytes: compact * MB };
    expect(isCompactionDue(memory)).toBe(isDue);
  });
});

describe('the rest of a process', () => {
  it('adds up while it is hardly busy, and begins anew after it was', () => {
    expect(restAfter(2_500, 0.02, 2_500)).toBe(5_000);
    expect(restAfter(5_000, 0.4, 2_500)).toBe(0);
  });
});
