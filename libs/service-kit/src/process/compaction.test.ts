import { describe, expect, it } from 'vitest';
import { isCompactionDue } from './compaction.ts';

const MB = 1_048_576;

describe('a compaction', () => {
  it.each([
    ['at rest after the start', 0.01, 60, 0, true],
    ['at rest after the heap has grown', 0.02, 60, 25, true],
    ['at rest while the heap is about as it was left', 0.01, 30, 25, false],
    ['under load, however large the heap is', 0.4, 300, 25, false],
  ])('%s: %d busy, %d MB after %d MB', (_, utilization, heap, compact, isDue) => {
    const memory = { utilization, heapBytes: heap * MB, compactBytes: compact * MB };
    expect(isCompactionDue(memory)).toBe(isDue);
  });
});
