import { describe, expect, it } from 'vitest';
import { isNewHold } from './quota-group.ts';

describe('a hold of a quota', () => {
  const now = '2026-11-20T12:00:00.000Z';
  const until = '2026-11-20T15:00:00.000Z';
  it.each([
    { before: null, is: true },
    { before: '2026-11-20T11:59:00.000Z', is: true },
    { before: '2026-11-20T15:00:30.000Z', is: false },
    { before: '2026-11-20T13:00:00.000Z', is: true },
  ])('until 15:00 after one until $before is announced: $is', ({ before, is }) => {
    expect(isNewHold({ now, until, before })).toBe(is);
  });

  it('that is over is not announced', () => {
    expect(isNewHold({ now: until, until: now, before: null })).toBe(false);
  });
});
