/**
 * A time by a monotonic clock, so that a clock that is set does not prolong it. The time of a
 * process that stands still counts: when it goes on, it may read what was sent to it before its
 * timers fire, and a lease that has run out by then stays so.
 */
export interface Lease {
  /** At least one millisecond: a lease that is just over ends by its timer. */
  leftMs(): number;
  /** False, and nothing happens, where the lease has run out or was ended. */
  renew(ms: number): boolean;
  /** It does not run out any more. */
  end(): void;
}

export function openLease(leaseMs: number, onOver: () => void): Lease {
  let endsAt = performance.now() + leaseMs;
  let timer = setTimeout(onOver, leaseMs);
  return {
    leftMs: () => Math.max(1, endsAt - performance.now()),
    renew(ms) {
      const now = performance.now();
      if (now >= endsAt) return false;
      clearTimeout(timer);
      endsAt = now + ms;
      timer = setTimeout(onOver, ms);
      return true;
    },
    end() {
      clearTimeout(timer);
      endsAt = -Infinity;
    },
  };
}
