/** Measures how long repetitions take. */

export interface Stopwatch {
  time<T>(work: () => Promise<T>): Promise<T>;
  /** A line for the output: `500 × approve: p50 12 ms, p99 40 ms`. */
  report(what: string): string;
}

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
