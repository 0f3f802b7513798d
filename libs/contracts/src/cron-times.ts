/**
 * The moments of a cron expression in a zone, for timers and routines alike. An expression names local times. One
 * that a change of the clocks leaves out counts at the moment of the change, which several may share; one that
 * comes twice counts the first time only. An expression for each hour has each hour that the clocks show,
 * so that its rhythm stays over a change.
 */
import { localTimes } from './cron.ts';

export interface CronPlan {
  readonly cron: string;
  readonly timeZone: string;
}

/** After the one moment, up to the other one and with it; both in ISO. */
export interface TimeRange {
  readonly after: string;
  readonly until: string;
}

/** Later than any moment that matters: for lists of the next ones. */
export const NO_END = '9999-12-31T00:00:00.000Z';
const DAY_MS = 86_400_000;
/** Local times of one listing: an expression for a day that few years have ends the look. */
export const TIMES_MAX = 2_000;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The first moment after `after`, in ISO; undefined if there is none, or no such zone. */
export function nextCronTime(plan: CronPlan, after: string): string | undefined {
  try {
    return cronTimes(plan, { after, until: NO_END }, 1)[0];
  } catch {
    return undefined;
  }
}

/** The first moments of a range, `cap` at most. */
export function cronTimes({ cron, timeZone }: CronPlan, range: TimeRange, cap: number): string[] {
  const { after, until } = range;
  const offsetAt = offsetsOf(timeZone);
  const instants = isOfEachHour(cron) ? timesShown : timesNamed;
  const found: string[] = [];
  let looked = 0;
  for (const instant of instants(cron, Date.parse(after), offsetAt)) {
    const moment = iso(instant);
    looked += 1;
    if (moment > until || found.length >= cap || looked > TIMES_MAX) break;
    if (moment > after && moment !== found.at(-1)) found.push(moment);
  }
  return found;
}

const isOfEachHour = (cron: string): boolean => cron.split(' ')[1] === '*';

/** How far the local time of a zone is ahead of UTC, in milliseconds. */
type OffsetAt = (instantMs: number) => number;

/** The instant of each local time that the expression names. */
function* timesNamed(cron: string, afterMs: number, offsetAt: OffsetAt): Generator<number> {
  for (const localMs of localTimes(cron, afterMs + offsetAt(afterMs))) {
    yield instantOf(localMs, offsetAt);
  }
}

/** Each instant at which the clocks show a time of the expression, from one change of them to the next. */
function* timesShown(cron: string, afterMs: number, offsetAt: OffsetAt): Generator<number> {
  let lastMs = afterMs;
  let offset = offsetAt(afterMs);
  let changeMs: number | undefined;
  let fromLocalMs = afterMs + offset;
  do {
    changeMs = undefined;
    for (const localMs of localTimes(cron, fromLocalMs)) {
      const instant = localMs - offset;
      if (offsetAt(instant) !== offset) {
        changeMs = changeBetween(lastMs, instant, (at) => offsetAt(at) !== offset);
        break;
      }
      lastMs = instant;
      yield instant;
    }
    if (changeMs !== undefined) {
      lastMs = changeMs;
      offset = offsetAt(changeMs);
      fromLocalMs = changeMs + offset - 1;
    }
  } while (changeMs !== undefined);
}

/** The local day of a moment. */
export const localDay = (timeZone: string, moment: string): string =>
  iso(Date.parse(moment) + offsetsOf(timeZone)(Date.parse(moment))).slice(0, 10);

function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
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
  const late = localMs - Math.min(before, after);
  const offset = offsetAt(late);
  return changeBetween(localMs - Math.max(before, after), late, (at) => offsetAt(at) === offset);
}

/** The first second of which it is true, between an instant of which it is not and one of which it is. */
function changeBetween(
  earlyMs: number,
  lateMs: number,
  isAfter: (instantMs: number) => boolean,
): number {
  let [low, high] = [Math.floor(earlyMs / 1_000), Math.ceil(lateMs / 1_000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isAfter(middle * 1_000)) high = middle;
    else low = middle;
  }
  return high * 1_000;
}
