/** Months of a company's calendar, as `2026-11`, and its days, as `2026-11-20`. */
export const dayAt = (now: number, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);

export const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^20\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

export const isMonth = (text: string | undefined): text is string =>
  text !== undefined && /^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text);

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

export function monthAfter(month: string, months: number): string {
  const date = startOf(month);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** `2026-11-01`, and every day after it. */
export function daysOf(month: string): readonly string[] {
  const count = Math.round(
    (startOf(monthAfter(month, 1)).getTime() - startOf(month).getTime()) / 86_400_000,
  );
  return Array.from({ length: count }, (_, at) => `${month}-${`${at + 1}`.padStart(2, '0')}`);
}

export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    startOf(month),
  );

export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
