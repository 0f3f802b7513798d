/**
 * Limits what waits for clients: first requests, bodies, and answers that are not read. Honest
 * clients take milliseconds, so if an address has too many, the one that has waited longest makes
 * room: a client that holds all of them cannot keep out others at the same address.
 */

/** After this long something that waits may be dropped for a newer one. */
export const GRACE_MS = 1_000;

export interface WaitingLimitOptions<T> {
  readonly perAddress: number;
  /** Of all addresses together: it bounds the memory. */
  readonly total: number;
  /** Ends what has waited longest. */
  readonly drop: (item: T) => void;
  readonly now?: () => number;
}

export interface WaitingLimit<T> {
  /** False if there is no room and nothing to drop. */
  begin(address: string, item: T): boolean;
  end(item: T): void;
}

interface Waiting {
  readonly address: string;
  readonly since: number;
}

export function openWaitingLimit<T>({
  perAddress,
  total,
  drop,
  now = () => performance.now(),
}: WaitingLimitOptions<T>): WaitingLimit<T> {
  // Maps and sets are iterated in the order of insertion: the first has waited longest.
  const all = new Map<T, Waiting>();
  const byAddress = new Map<string, Set<T>>();
  const end = (item: T): void => {
    const waiting = all.get(item);
    if (!waiting) return;
    all.delete(item);
    const same = byAddress.get(waiting.address);
    same?.delete(item);
    if (same?.size === 0) byAddress.delete(waiting.address);
  };
  const hasDropped = (oldest: T | undefined): boolean => {
    const waiting = oldest === undefined ? undefined : all.get(oldest);
    if (oldest === undefined || !waiting || now() - waiting.since < GRACE_MS) return false;
    end(oldest);
    drop(oldest);
    return true;
  };
  return {
    begin(address, item) {
      const same = byAddress.get(address);
      if (same && same.size >= perAddress && !hasDropped(first(same))) return false;
      if (all.size >= total && !hasDropped(first(all.keys()))) return false;
      all.set(item, { address, since: now() });
      const own = byAddress.get(address) ?? new Set();
      byAddress.set(address, own.add(item));
      return true;
    },
    end,
  };
}

function first<T>(items: Iterable<T>): T | undefined {
  for (const item of items) return item;
  return undefined;
}
