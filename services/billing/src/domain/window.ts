/**
 * Splits a window of time into parts: whole months, the whole days before and after them, and the
 * edges where it begins or ends during a day. Months and days have stored sums; only the edges read
 * single costs. So the answer is exact to the millisecond and reads the costs of at most two days.
 */

/** Days as `2026-11-20`, or timestamps; the end is exclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface Window {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Starts of days of the company: the first at or after `from`, the last at or before `to`. */
export interface DayBoundaries {
  readonly first: { readonly at: string; readonly day: string } | null;
  readonly last: { readonly at: string; readonly day: string } | null;
}

export interface WindowParts {
  readonly months: readonly Range[];
  readonly days: readonly Range[];
  /** Timestamps, not days. */
  readonly edges: readonly Range[];
}

/**
 * Rounds a timestamp up to whole milliseconds, the precision of costs. A cost is at or after the
 * timestamp exactly if it is at or after the rounded one.
 */
export function roundUpToMillisecond(moment: string): string {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(moment) ?? [];
  const isBetween = /[1-9]/.test(fraction.slice(3));
  return new Date(Date.parse(moment) + (isBetween ? 1 : 0)).toISOString();
}

/** Earlier and later than any day of a cost. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2200-01-01';

export function partsOf({ from, to }: Window, { first, last }: DayBoundaries): WindowParts {
  const isShort = first !== null && last !== null && last.at < first.at;
  if (isShort) return { months: [], days: [], edges: from && to ? nonEmpty(from, to) : [] };
  return {
    ...wholeMonthsAndDays(first?.day ?? FIRST_DAY, last?.day ?? LAST_DAY),
    edges: [
      ...(from && first ? nonEmpty(from, first.at) : []),
      ...(to && last ? nonEmpty(last.at, to) : []),
    ],
  };
}

/** Whole months between two days, and the days before and after them. */
export function wholeMonthsAndDays(from: string, to: string): Pick<WindowParts, 'months' | 'days'> {
  const [begin, end] = [firstMonthFrom(from), monthStart(to)];
  if (begin >= end) return { months: [], days: nonEmpty(from, to) };
  return {
    months: [{ from: begin, to: end }],
    days: [...nonEmpty(from, begin), ...nonEmpty(end, to)],
  };
}

const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

function firstMonthFrom(day: string): string {
  if (day.endsWith('-01')) return day;
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const nonEmpty = (from: string, to: string): Range[] => (from < to ? [{ from, to }] : []);
