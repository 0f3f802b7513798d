/**
 * The moments of a clock. An expression names local times, which the parser lists as if they were UTC; each is then
 * looked up in its zone. One that a change of the clocks leaves out counts at the moment of the change, which
 * several may share; one that comes twice counts the first time only.
 */
import { nextCronTime, type RoutineClock } from '@muster/contracts';

/** After the one moment, up to the other one and with it; both in ISO. */
export interface Range {
  readonly after: string;
  readonly until: string;
}

/** Later than any moment that matters: for lists of the next ones. */
export const NO_END = '9999-12-31T00:00:00.000Z';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Local times of one listing: an expression for a day that few years have ends the look. */
const TIMES_MAX = 2_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The first moments of a range, `cap` at most. An interval has a `from`. */
export function moments(clock: RoutineClock, { after, until }: Range, cap: number): string[] {
  if (clock.kind === 'none' || after >= until) return [];
  if (clock.kind === 'interval') {
    const stepMs = clock.everySec * 1_000;
    const fromMs = Date.parse(clock.from ?? after);
    const steps = Math.max(0, Math.floor((Date.parse(after) - fromMs) / stepMs) + 1);
    return Array.from({ length: cap }, (_, at) => iso(fromMs + (steps + at) * stepMs)).filter(
      (moment) => moment <= until,
    );
  }
  const offsetAt = offsetsOf(clock.zone);
  const found: string[] = [];
  let local: string | undefined = iso(Date.parse(after) + offsetAt(Date.parse(after)));
  for (let count = 0; count < TIMES_MAX && found.length < cap; count += 1) {
    local = nextCronTime({ cron: clock.expression, timeZone: 'UTC' }, local);
    if (local === undefined) break;
    const moment = iso(instantOf(Date.parse(local), offsetAt));
    if (moment > until) break;
    if (moment > after && moment !== found.at(-1)) found.push(moment);
  }
  return found;
}

/**
 * The last moments of a range, `cap` at most: it looks back over a span that doubles until it has found them, so
 * an outage of a year costs no more than one of an hour.
 */
export function lastMoments(clock: RoutineClock, { after, until }: Range, cap: number): string[] {
  const endMs = Date.parse(until);
  for (let spanMs = cap * MINUTE_MS; ; spanMs *= 2) {
    const start = iso(Math.max(endMs - spanMs, Date.parse(after)));
    const found = moments(clock, { after: start, until }, TIMES_MAX);
    if (found.length >= cap || start === after || spanMs > TIMES_MAX * DAY_MS)
      return found.slice(-cap);
  }
}

type OffsetAt = (instantMs: number) => number;

/** How far the local time of a zone is ahead of UTC, in milliseconds. */
function offsetsOf(zone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instantMs) => {
    const parts = Object.fromEntries(
      format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const local = Date.UTC(year, month - 1, day, hour, minute, second);
    return local - Math.floor(instantMs / 1_000) * 1_000;
  };
}

/** The first instant with this local time, or the change of the clocks that leaves it out. */
function instantOf(localMs: number, offsetAt: OffsetAt): number {
  const before = offsetAt(localMs - DAY_MS);
  const after = offsetAt(localMs + DAY_MS);
  const fits = [before, after]
    .map((offset) => localMs - offset)
    .filter((instant) => instant + offsetAt(instant) === localMs);
  if (fits.length > 0) return Math.min(...fits);
  return changeBetween(
    localMs - Math.max(before, after),
    localMs - Math.min(before, after),
    offsetAt,
  );
}

/** The first second with the offset of the second instant, between one without it and one with it. */
function changeBetween(earlyMs: number, lateMs: number, offsetAt: OffsetAt): number {
  const offset = offsetAt(lateMs);
  let [low, high] = [Math.floor(earlyMs / 1_000), Math.ceil(lateMs / 1_000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1_000) === offset) high = middle;
    else low = middle;
  }
  return high * 1_000;
}

/** The local day of a moment. */
export const dayOf = (clock: RoutineClock, moment: string): string => {
  const zone = clock.kind === 'cron' ? clock.zone : 'UTC';
  return iso(Date.parse(moment) + offsetsOf(zone)(Date.parse(moment))).slice(0, 10);
};
