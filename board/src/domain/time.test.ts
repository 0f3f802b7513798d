import { describe, expect, it } from 'vitest';
import { ago, span } from './time.ts';

describe('span', () => {
  it.each([
    [0, 'now'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [47 * 3_600_000, '47 h'],
    [48 * 3_600_000, '2 d'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(span(ms)).toBe(text);
  });

  it('calls a time that is ahead of the clock now', () => {
    expect(ago('2026-11-24T10:00:05.000Z', Date.parse('2026-11-24T10:00:00.000Z'))).toBe('now');
  });
});
