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

/** A period by its moments, and by the calendar of the company: a month or a day. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
}

/** The days of a month, or one day, or the days that are in both; undefined without either. */
export function daysOf({ month, day }: Pick<Period, 'month' | 'day'>): Range | undefined {
  const ofMonth = month && { from: `${month}-01`, to: dayAfter(lastDayOf(month)) };
  const ofDay = day && { from: day, to: dayAfter(day) };
  if (!ofMonth || !ofDay) return ofMonth || ofDay || undefined;
  return inBoth(ofMonth, ofDay) as Range;
}

/** What is in both; it ends before it begins where nothing is. */
export const inBoth = (one: Window, other: Window): Window => ({
  from: one.from && other.from ? max(one.from, other.from) : (one.from ?? other.from),
  to: one.to && other.to ? min(one.to, other.to) : (one.to ?? other.to),
});

const max = (one: string, other: string): string => (one > other ? one : other);
const min = (one: string, other: string): string => (one < other ? one : other);

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

const DAY_MS = 86_400_000;

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

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

const nonEmpty = (from: string, to: string): Range[] => (from < to ? [{ from, to }] : []);
