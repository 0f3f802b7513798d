/**
 * A window of time as sums that are kept already: whole months, the whole days before and after
 * them, and the costs at its two ends where it begins or ends in mid-day. So the answer is exact to
 * the millisecond and looks at no more single costs than two days have.
 */

/** Days as `2026-11-20`, or moments; the end is not part of it. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface Window {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Where days of the company begin: the first not before `from`, the last not after `to`. */
export interface Frame {
  readonly first: { readonly at: string; readonly day: string } | null;
  readonly last: { readonly at: string; readonly day: string } | null;
}

export interface Parts {
  readonly months: readonly Range[];
  readonly days: readonly Range[];
  /** Moments, not days. */
  readonly edges: readonly Range[];
}

/**
 * The same moment as it is compared: in whole milliseconds like the costs, rounded up, because a
 * cost is not before a moment exactly if it is not before the next whole millisecond.
 */
export function wholeMoment(moment: string): string {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(moment) ?? [];
  const isBetween = /[1-9]/.test(fraction.slice(3));
  return new Date(Date.parse(moment) + (isBetween ? 1 : 0)).toISOString();
}

/** Before and after every day that a cost can have. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2200-01-01';

export function partsOf({ from, to }: Window, { first, last }: Frame): Parts {
  const isShort = first !== null && last !== null && last.at < first.at;
  if (isShort) return { months: [], days: [], edges: from && to ? nonEmpty(from, to) : [] };
  return {
    ...wholeOf(first?.day ?? FIRST_DAY, last?.day ?? LAST_DAY),
    edges: [
      ...(from && first ? nonEmpty(from, first.at) : []),
      ...(to && last ? nonEmpty(last.at, to) : []),
    ],
  };
}

/** The month of a day on which it begins, and whole ones between. */
export function wholeOf(from: string, to: string): Pick<Parts, 'months' | 'days'> {
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
