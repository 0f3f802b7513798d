/** Many repetitions, a bounded number of them at a time, and how long each of them took. */

/** Runs `work` for 0 … count − 1, `width` at a time; fails with the first that fails. */
export async function inLanes(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

export type Stopwatch = {
  time<T>(work: () => Promise<T>): Promise<T>;
  /** For the person who reads the output: `500 × approve: p50 12 ms, p99 40 ms`. */
  report(what: string): string;
};

export function newStopwatch(): Stopwatch {
  const took: number[] = [];
  const at = (share: number): string => {
    const sorted = took.toSorted((a, b) => a - b);
    return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  };
  return {
    async time(work) {
      const startedAt = performance.now();
      const result = await work();
      took.push(performance.now() - startedAt);
      return result;
    },
    report: (what) => `${took.length} × ${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  };
}
