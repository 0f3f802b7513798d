/** A time by a monotonic clock, so that a clock that is set does not prolong it. */
export interface Lease {
  /** At least one millisecond: a lease that is just over ends by its timer. */
  leftMs(): number;
  renew(ms: number): void;
  /** It does not run out any more. */
  end(): void;
}

export function openLease(leaseMs: number, onOver: () => void): Lease {
  let endsAt = performance.now() + leaseMs;
  let timer = setTimeout(onOver, leaseMs);
  return {
    leftMs: () => Math.max(1, endsAt - performance.now()),
    renew(ms) {
      clearTimeout(timer);
      endsAt = performance.now() + ms;
      timer = setTimeout(onOver, ms);
    },
    end: () => clearTimeout(timer),
  };
}
