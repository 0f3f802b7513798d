import { describe, expect, it } from 'vitest';
import { openLease } from './lease.ts';

const LEASE_MS = 20;
const LONG_MS = 60_000;

/** As a process stands still that is stopped in the middle of its work: no timer fires meanwhile. */
const standStill = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('a lease', () => {
  it('that has run out is not renewed, even if its timer has not fired yet', async () => {
    const { promise: over, resolve } = Promise.withResolvers<string>();
    const lease = openLease(LEASE_MS, () => resolve('over'));
    // What was sent before may be read before timers fire.
    standStill(2 * LEASE_MS);
    expect(lease.renew(LONG_MS)).toBe(false);
    expect(lease.leftMs()).toBe(1);
    expect(await over).toBe('over');
    expect(lease.renew(LONG_MS)).toBe(false);
  });

  it('that is renewed in time lasts from then', () => {
    const lease = openLease(LONG_MS, () => undefined);
    expect(lease.renew(2 * LONG_MS)).toBe(true);
    expect(lease.leftMs()).toBeGreaterThan(LONG_MS);
    lease.end();
  });

  it('that was ended is not over later, and is not renewed', async () => {
    let isOver = false;
    const lease = openLease(LEASE_MS, () => (isOver = true));
    lease.end();
    expect(lease.renew(LEASE_MS)).toBe(false);
    const { promise: later, resolve } = Promise.withResolvers<void>();
    openLease(2 * LEASE_MS, resolve);
    await later;
    expect(isOver).toBe(false);
  });
});
