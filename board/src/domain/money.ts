/** Cents as dollars. A sum with an unknown price says so: it is never shown as zero. */
import type { Usage } from '@muster/contracts';

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const dollars = (cents: number): string => whole.format(cents / 100);

/** `$12.40 of $500.00`, or the sum alone where nothing limits it. */
export const spentOf = (cents: number, limitCents: number): string =>
  limitCents === 0 ? dollars(cents) : `${dollars(cents)} of ${dollars(limitCents)}`;

/** Of a run that used models with and without a price, what is known. */
export const runCost = (usage: Pick<Usage, 'costCents' | 'parts'> | null): string | undefined => {
  if (usage === null) return undefined;
  if (usage.costCents !== null) return dollars(usage.costCents);
  return usage.parts ? `at least ${dollars(usage.parts.priced.costCents)}` : 'unknown price';
};

/** A sum as it is typed: `1250.00`. */
const typed = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, useGrouping: false });

export const sumOf = (cents: number): string => typed.format(cents / 100);

/** `12.5`, `12,50` or `$1,000` as cents; undefined where that is no sum. */
export function centsOf(text: string): number | undefined {
  const found = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!found) return undefined;
  const [, before = '0', part = ''] = found;
  return Number(before.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}
