/**
 * When a quota begins again, in the words of the programs: `resets 9am (Europe/Berlin)`, `resets Nov
 * 25, 3:30pm (UTC)`, `try again at 1:11 PM`, `try again at Nov 24th, 2026 6:47 PM`.
 */
import { nextCronTime } from '@muster/contracts';

const DATE = String.raw`(?:(?<month>[A-Z][a-z]{2}) (?<day>\d{1,2})(?:st|nd|rd|th)?(?:, (?<year>\d{4}))?,? )?`;
const TIME = String.raw`(?<hour>1[0-2]|0?[1-9])(?::(?<minute>[0-5]\d))? ?(?<half>[ap]m)`;
const ZONE = String.raw`(?: \((?<zone>[A-Za-z][\w/+-]{0,60})\))?`;
const MOMENT = new RegExp(`(?:resets|try again at) (?:at )?${DATE}${TIME}\\b${ZONE}`, 'i');
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The next such moment after `at`, in ISO. A moment without a zone is in `zone`. */
export function resetMomentIn(text: string, at: Date, zone: string): string | undefined {
  const found = MOMENT.exec(text)?.groups;
  if (!found) return undefined;
  const hour = (Number(found['hour']) % 12) + (found['half']?.toLowerCase() === 'pm' ? 12 : 0);
  const month = MONTHS.indexOf(found['month']?.toLowerCase() ?? '') + 1;
  if (found['month'] !== undefined && month === 0) return undefined;
  const date = month === 0 ? '* *' : `${Number(found['day'])} ${month}`;
  const cron = `${Number(found['minute'] ?? 0)} ${hour} ${date} *`;
  return nextCronTime({ cron, timeZone: found['zone'] ?? zone }, at.toISOString());
}
