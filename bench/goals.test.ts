import { describe, expect, it } from 'vitest';
import { atLeast, atMost, CPU_GOALS } from './goals.ts';

describe('a goal', () => {
  it('is reached by a part of raw that is as large, and missed by a smaller one', () => {
    expect(atLeast(0.58, 0.58)).toEqual(['0.58', 'yes']);
    expect(atLeast(0.57, 0.58)).toEqual(['0.58', 'no']);
  });

  it('is reached by CPU that is as small, and missed by more', () => {
    expect(atMost(0.4, CPU_GOALS.me)).toEqual(['0.4', 'yes']);
    expect(atMost(0.41, CPU_GOALS.me)).toEqual(['0.4', 'no']);
  });

  it('is empty for a row that has none', () => {
    expect(atMost(1, CPU_GOALS.heartbeats)).toEqual(['', '']);
  });
});
