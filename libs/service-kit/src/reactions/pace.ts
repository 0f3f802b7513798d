/**
 * The pace of a company's turns: while its events only change copies, a turn begins at the earliest
 * 50 ms after the one before, so that events share a transaction. A lone event goes at once, and
 * nothing waits that has another effect, that a request waits for, or that fills a turn.
 */

/** Shortest time between two turns that only change copies. */
export const PACE_MS = 50;

export interface Pace {
  /** Resolves when the next turn may begin, at once if it may not wait. */
  next(key: string, mayWait: boolean): Promise<void>;
  /** A turn has ended. */
  took(key: string): void;
  /** Ends the wait for the next turn. */
  hurry(key: string): void;
  /** Ends all waits, of now and of later. */
  end(): void;
}

export function openPace(): Pace {
  /** When the next turn may begin, in the order of these times. */
  const earliest = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  let ended = false;
  const forgetOld = (): void => {
    const now = performance.now();
    for (const [key, time] of earliest) {
      if (time > now) return;
      earliest.delete(key);
    }
  };
  return {
    async next(key, mayWait) {
      const earlyMs = (earliest.get(key) ?? 0) - performance.now();
      if (ended || !mayWait || earlyMs <= 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, earlyMs);
      waiting.set(key, resolve);
      await promise;
      clearTimeout(timer);
      waiting.delete(key);
    },
    took(key) {
      forgetOld();
      earliest.delete(key);
      earliest.set(key, performance.now() + PACE_MS);
    },
    hurry: (key) => waiting.get(key)?.(),
    end() {
      ended = true;
      for (const resolve of waiting.values()) resolve();
    },
  };
}
