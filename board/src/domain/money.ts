/** Cents as dollars. A sum with an unknown price says so: it is never shown as zero. */
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const dollars = (cents: number): string => whole.format(cents / 100);

/** `$12.40 of $500.00`, or the sum alone where nothing limits it. */
export const spentOf = (cents: number, limitCents: number): string =>
  limitCents === 0 ? dollars(cents) : `${dollars(cents)} of ${dollars(limitCents)}`;

export const runCost = (usage: { costCents: number | null } | null): string | undefined => {
  if (usage === null) return undefined;
  return usage.costCents === null ? 'unknown price' : dollars(usage.costCents);
};
