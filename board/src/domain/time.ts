/** Times as a ledger shows them: a clock today, a day before that. */
import { dayAfter } from './month.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `now`, `12 min`, `3 h`, `5 d`: how long ago, or how long it took. */
export function span(ms: number): string {
  if (ms < 1_000) return 'now';
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1_000)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} d`;
}

/** `0.4 s`, `12 s`, `1 min 40 s`, `2 h 5 min`, `3 d 4 h`: how long it took. */
export function lasted(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1_000).toFixed(1).replace(/\.0$/, '')} s`;
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1_000)} s`;
  if (ms < HOUR_MS) return two(ms, MINUTE_MS, 'min', 1_000, 's');
  return ms < DAY_MS ? two(ms, HOUR_MS, 'h', MINUTE_MS, 'min') : two(ms, DAY_MS, 'd', HOUR_MS, 'h');
}

function two(ms: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)} ${bigUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`;
}

/** How long ago, in words; a clock that runs ahead of ours is `now`. */
export const ago = (time: string, now: number): string => {
  const text = span(Math.max(0, now - Date.parse(time)));
  return text === 'now' ? text : `${text} ago`;
};

/** One for each zone: to make one takes longer than a hundred rows take to use it. */
const clocks = new Map<string | undefined, Intl.DateTimeFormat>();

export function clock(time: string, zone: string | undefined): string {
  const format = clocks.get(zone) ?? clockIn(zone);
  clocks.set(zone, format);
  return format.format(new Date(time));
}

const clockIn = (timeZone: string | undefined): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(timeZone === undefined ? {} : { timeZone }),
  });

/** The moment at which a day begins in a zone, also where its clock has just been changed. */
export function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - offsetAt(midnight, zone);
  return new Date(midnight - offsetAt(guess, zone)).toISOString();
}

/** The last moment of a day in a zone, to the millisecond. */
export const endOfDay = (day: string, zone: string): string =>
  new Date(Date.parse(startOfDay(dayAfter(day), zone)) - 1).toISOString();

/** `2026-05-01`: the day of a moment in a zone. */
export const dayOf = (time: string, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(new Date(time));

/** How far the clock of a zone is ahead of UTC at a moment. */
function offsetAt(moment: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(moment);
  return Date.parse(`${parts.replace(', ', 'T')}Z`) - moment;
}

/** `14:03:07`, in a zone. */
export const clockOf = (time: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(new Date(time));
