/** Cron expressions of five fields, evaluated in a time zone. */
import { CronExpressionParser } from 'cron-parser';
import { z } from 'zod';

/** Minute, hour, day of month, month, day of week. */
const FIVE_FIELDS = /^[\d*,/-]+ [\d*,/-]+ [\d*,/L-]+ [\dA-Z*,/-]+ [\dA-Z*,/#-]+$/i;
/** The parser's extension for a random value. */
const RANDOM_MINUTE = /\bH\b/i;

/**
 * The first time after `after`, in ISO; undefined if there is none. A time in a skipped hour moves
 * to the next hour; a time in a repeated hour counts once, unless the expression is hourly.
 */
export function nextCronTime(
  { cron, timeZone }: { readonly cron: string; readonly timeZone: string },
  after: string,
): string | undefined {
  try {
    const times = CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after });
    return times.next().toDate().toISOString();
  } catch {
    return undefined;
  }
}

/** Any start shows whether an expression has times: they recur within a few years. */
const ANY_DAY = '2026-01-01T00:00:00.000Z';

export const isCron = (text: string): boolean =>
  FIVE_FIELDS.test(text) &&
  !RANDOM_MINUTE.test(text) &&
  nextCronTime({ cron: text, timeZone: 'UTC' }, ANY_DAY) !== undefined;

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
