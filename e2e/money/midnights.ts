/** When months begin in a zone, found in its calendar alone and not in any table of offsets. */
const LONGEST_MONTH_MS = 32 * 86_400_000;

/** The last so many before two months from now, the oldest first. */
export function midnightsOf(
  monthOf: (moment: string) => string,
  now: number,
  count: number,
): number[] {
  const found: number[] = [];
  let at = now + 2 * LONGEST_MONTH_MS;
  while (found.length < count) {
    const beginning = beginningOf(monthOf, at);
    found.unshift(beginning);
    at = beginning - 1;
  }
  return found;
}

/** The first millisecond of the month that a moment is in. */
function beginningOf(monthOf: (moment: string) => string, at: number): number {
  const month = monthOf(new Date(at).toISOString());
  let [before, after] = [at - LONGEST_MONTH_MS, at];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (monthOf(new Date(middle).toISOString()) === month) after = middle;
    else before = middle;
  }
  return after;
}
