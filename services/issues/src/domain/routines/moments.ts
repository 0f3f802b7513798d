/** The moments of a clock: of an expression in a zone, or of an interval. */
import {
  cronTimes,
  localDay,
  TIMES_MAX,
  type RoutineClock,
  type TimeRange,
} from '@muster/contracts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The first moments of a range, `cap` at most. An interval has a `from`. */
export function moments(clock: RoutineClock, range: TimeRange, cap: number): string[] {
  const { after, until } = range;
  if (clock.kind === 'none' || after >= until) return [];
  if (clock.kind === 'cron') {
    return cronTimes({ cron: clock.expression, timeZone: clock.zone }, range, cap);
  }
  const stepMs = clock.everySec * 1_000;
  const fromMs = Date.parse(clock.from ?? after);
  const steps = Math.max(0, Math.floor((Date.parse(after) - fromMs) / stepMs) + 1);
  return Array.from({ length: cap }, (_, at) => iso(fromMs + (steps + at) * stepMs)).filter(
    (moment) => moment <= until,
  );
}

/**
 * The last moments of a range, `cap` at most: it looks back over a span that doubles until it has found them, so
 * an outage of a year costs no more than one of an hour.
 */
export function lastMoments(
  clock: RoutineClock,
  { after, until }: TimeRange,
  cap: number,
): string[] {
  const endMs = Date.parse(until);
  for (let spanMs = cap * MINUTE_MS; ; spanMs *= 2) {
    const start = iso(Math.max(endMs - spanMs, Date.parse(after)));
    const found = moments(clock, { after: start, until }, TIMES_MAX);
    if (found.length >= cap || start === after || spanMs > TIMES_MAX * DAY_MS)
      return found.slice(-cap);
  }
}

/** The local day of a moment. */
export const dayOf = (clock: RoutineClock, moment: string): string =>
  localDay(clock.kind === 'cron' ? clock.zone : 'UTC', moment);
