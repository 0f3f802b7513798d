import { describe, expect, it } from 'vitest';
import { longestLagSeconds, observeLag, type LagObservations } from './consumer-lag.ts';

const none: LagObservations = new Map();
const lagging = (head: number, lastSeq: number, companyId = 'a') => ({ companyId, head, lastSeq });

describe('consumer lag', () => {
  it('is 0 if no company lags', () => {
    expect(longestLagSeconds(observeLag(none, [], 5_000), 5_000)).toBe(0);
  });

  it('counts from the sweep that saw the event first', () => {
    const first = observeLag(none, [lagging(7, 6)], 1_000);
    const second = observeLag(first, [lagging(9, 6)], 11_000);
    expect(longestLagSeconds(second, 21_000)).toBe(20);
  });

  it('starts again once that event is applied, if a later one is not', () => {
    const first = observeLag(none, [lagging(7, 6)], 1_000);
    const second = observeLag(first, [lagging(9, 7)], 11_000);
    expect(longestLagSeconds(second, 12_000)).toBe(1);
  });

  it('forgets a company that has caught up', () => {
    const first = observeLag(none, [lagging(7, 6), lagging(3, 1, 'b')], 1_000);
    const second = observeLag(first, [lagging(3, 1, 'b')], 4_000);
    expect([...second.keys()]).toEqual(['b']);
  });
});
