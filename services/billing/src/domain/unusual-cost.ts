/** Whether a run has cost far more than the runs of its agent before it. */

/**
 * Costs of an agent's last runs that are kept: enough that a few odd runs do not move the median, and
 * so few that the row in which every booking counts stays small.
 */
export const RUNS_KEPT = 20;
/** With fewer runs, the median says more about chance than about the agent. */
const RUNS_MIN = 5;
/** The costs of runs vary by two or three times with the size of the work; five times is a sign. */
const UNUSUAL_FACTOR = 5;
/** Costs are whole cents, rounded up: below this, five times the median is next to nothing. */
const UNUSUAL_MIN_CENTS = 25;

export interface UnusualCost {
  readonly medianCents: number;
  /** How many runs the median is of. */
  readonly runs: number;
}

/** Nothing where the cost is usual, or where too little is known. */
export function unusualCost(
  costCents: number,
  earlier: readonly number[],
): UnusualCost | undefined {
  if (earlier.length < RUNS_MIN || costCents < UNUSUAL_MIN_CENTS) return undefined;
  const medianCents = medianOf(earlier);
  if (costCents < UNUSUAL_FACTOR * medianCents) return undefined;
  return { medianCents, runs: earlier.length };
}

/** Of an even number the higher one of the two in the middle, which makes fewer costs unusual. */
function medianOf(cents: readonly number[]): number {
  const ordered = cents.toSorted((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)] ?? 0;
}
