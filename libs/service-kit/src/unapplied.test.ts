import { describe, expect, it } from 'vitest';
import { oldestSeconds, seeAgain, type Sightings } from './unapplied.ts';

const none: Sightings = new Map();
const behind = (head: number, lastSeq: number, companyId = 'a') => ({ companyId, head, lastSeq });

describe('how long events are known and not applied', () => {
  it('is nothing where nothing is behind', () => {
    expect(oldestSeconds(seeAgain(none, [], 5_000), 5_000)).toBe(0);
  });

  it('counts from the sweep that saw the event first', () => {
    const first = seeAgain(none, [behind(7, 6)], 1_000);
    const second = seeAgain(first, [behind(9, 6)], 11_000);
    expect(oldestSeconds(second, 21_000)).toBe(20);
  });

  it('begins again when the event is applied and a later one is not', () => {
    const first = seeAgain(none, [behind(7, 6)], 1_000);
    const second = seeAgain(first, [behind(9, 7)], 11_000);
    expect(oldestSeconds(second, 12_000)).toBe(1);
  });

  it('forgets a company that has caught up', () => {
    const first = seeAgain(none, [behind(7, 6), behind(3, 1, 'b')], 1_000);
    const second = seeAgain(first, [behind(3, 1, 'b')], 4_000);
    expect([...second.keys()]).toEqual(['b']);
  });
});
