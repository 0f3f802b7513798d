/** Cron expressions of five fields. */
import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';

/** Minute, hour, day of month, month, day of week. */
const FIVE_FIELDS = /^[\d*,/-]+ [\d*,/-]+ [\d*,/L-]+ [\dA-Z*,/-]+ [\dA-Z*,/#-]+$/i;
/** The parser's extension for a random value. */
const RANDOM_MINUTE = /\bH\b/i;

/** The times of an expression after a local time; all of them in milliseconds, as if the zone were UTC. */
export function* localTimes(cron: string, afterMs: number): Generator<number> {
  const times = CronExpressionParser.parse(cron, { tz: 'UTC', currentDate: new Date(afterMs) });
  for (;;) {
    let next: number;
    try {
      next = times.next().getTime();
    } catch {
      // The parser has looked as far as it looks.
      return;
    }
    yield next;
  }
}

/** Any start shows whether an expression has times: they recur within a few years. */
const ANY_DAY = Date.parse('2026-01-01T00:00:00.000Z');

export const isCron = (text: string): boolean =>
  FIVE_FIELDS.test(text) && !RANDOM_MINUTE.test(text) && hasTimes(text);

function hasTimes(cron: string): boolean {
  try {
    return !localTimes(cron, ANY_DAY).next().done;
  } catch {
    return false;
  }
}

/** Minute, hour, day of month, month, day of week: `0 8 * * MON-FRI`. */
export const Cron = z.string().max(200).refine(isCron, {
  error: 'not a cron expression of five fields with a next time',
});

/** An IANA name; an offset such as `+02:00` has no summer time and an ambiguous sign. */
export const TimeZone = z.string().max(64).refine(isTimeZone, { error: 'not an IANA time zone' });

function isTimeZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
