/** When months begin in a time zone, found by its calendar alone and not in a table of offsets. */
const LONGEST_MONTH_MS = 32 * 86_400_000;

/** The last `count` starts of a month before two months from now, oldest first. */
export function monthStarts(
  monthOf: (moment: string) => string,
  now: number,
  count: number,
): number[] {
  const found: number[] = [];
  let at = now + 2 * LONGEST_MONTH_MS;
  while (found.length < count) {
    const start = startOfMonth(monthOf, at);
    found.unshift(start);
    at = start - 1;
  }
  return found;
}

/** The first millisecond of the month that contains a moment. */
function startOfMonth(monthOf: (moment: string) => string, at: number): number {
  const month = monthOf(new Date(at).toISOString());
  let [before, after] = [at - LONGEST_MONTH_MS, at];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (monthOf(new Date(middle).toISOString()) === month) after = middle;
    else before = middle;
  }
  return after;
}
