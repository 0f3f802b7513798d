/** Times of the clock: cron in its five fields, read in a time zone. */
import { CronExpressionParser } from 'cron-parser';

/** Minute, hour, day of month, month, day of week. */
const FIVE_FIELDS = /^[\d*,/-]+ [\d*,/-]+ [\d*,/L-]+ [\dA-Z*,/-]+ [\dA-Z*,/#-]+$/i;
/** The parser's own sign for a minute by chance. */
const BY_CHANCE = /\bH\b/i;

/**
 * The first time after a moment, in ISO; nothing where there is none. An hour that a zone skips is
 * the next one, an hour that it has twice counts once, except for what happens every hour.
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

/** Any moment will do to see whether there are such times: they come again within some years. */
const SOME_DAY = '2026-01-01T00:00:00.000Z';

export const isCron = (text: string): boolean =>
  FIVE_FIELDS.test(text) && !BY_CHANCE.test(text) &&
  nextCronTime({ cron: text, timeZone: 'UTC' }, SOME_DAY) !== undefined;
