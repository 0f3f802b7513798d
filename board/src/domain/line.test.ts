import { describe, expect, it } from 'vitest';
import { followedOf, FOLLOWED_MAX, nextPauseMs, RETRY_MIN_MS, withShown } from './line.ts';

const many = Array.from({ length: 40 }, (_, at) => `c${String(at).padStart(2, '0')}`);

describe('the live line', () => {
  it('follows every company of the reader, in an order that does not depend on the page', () => {
    expect(followedOf(['b'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(followedOf(['c'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(followedOf([], [])).toEqual([]);
  });

  it('follows what is on a screen where there are more companies than one stream takes', () => {
    const followed = followedOf(['c39', 'c38'], many);
    expect(followed).toHaveLength(FOLLOWED_MAX);
    expect(followed).toEqual(expect.arrayContaining(['c39', 'c38', 'c00']));
    expect(followed).not.toContain('c30');
  });

  it('forgets what was shown longest ago', () => {
    expect(withShown(['a', 'b'], 'b')).toEqual(['b', 'a']);
    expect(many.reduce<readonly string[]>(withShown, [])).toHaveLength(FOLLOWED_MAX);
  });

  it('waits twice as long after each failure, for half a minute at most', () => {
    const pauses = [RETRY_MIN_MS];
    while (pauses.length < 7) pauses.push(nextPauseMs(pauses.at(-1) ?? 0));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });
});
