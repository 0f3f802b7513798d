/**
 * The pace of a company's turns: while its events only change copies, a turn begins some time after the
 * one before at the earliest, so that events share a transaction. A lone event goes at once, and
 * nothing waits that has another effect, that a request waits for, or that fills a turn.
 */

/**
 * Shortest time between two turns that only change copies. A quick copy may be missed by a request,
 * which then has the log read. A slow one is not: each request that reads it waits for what was
 * announced.
 */
export const PACE_MS = { quick: 50, slow: 250 } as const;
export type Pace = keyof typeof PACE_MS;

export interface Turns {
  /**
   * Resolves when the next turn may begin: so many milliseconds after the one before. They are asked
   * again after each `hurry`.
   */
  next(key: string, paceMs: () => number): Promise<void>;
  /** A turn has ended. */
  took(key: string): void;
  /** The next turn may begin earlier than before. */
  hurry(key: string): void;
  /** Ends all waits, of now and of later. */
  end(): void;
}

export function openTurns(): Turns {
  /** When the last turn ended, in the order of these times. */
  const ends = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  let ended = false;
  const forgetOld = (): void => {
    const old = performance.now() - PACE_MS.slow;
    for (const [key, time] of ends) {
      if (time > old) return;
      ends.delete(key);
    }
  };
  const wait = async (key: string, ms: number): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    waiting.set(key, resolve);
    await promise;
    clearTimeout(timer);
    waiting.delete(key);
  };
  return {
    async next(key, paceMs) {
      while (!ended) {
        const earlyMs = (ends.get(key) ?? -Infinity) + paceMs() - performance.now();
        if (earlyMs <= 0) return;
        await wait(key, earlyMs);
      }
    },
    took(key) {
      forgetOld();
      ends.delete(key);
      ends.set(key, performance.now());
    },
    hurry: (key) => waiting.get(key)?.(),
    end() {
      ended = true;
      for (const resolve of waiting.values()) resolve();
    },
  };
}
