/** The usage that an agent reports in its output. */
import { isJsonObject, Usage } from '@muster/contracts';

/** Cents of a price in dollars, rounded up so that no spending goes unrecorded. */
export const centsOf = (dollars: number): number => Math.max(0, Math.ceil(dollars * 100 - 1e-9));

/**
 * The `usage` object of a reported object. Reports are cumulative for the run: a later one replaces
 * an earlier one.
 */
export function usageIn(object: Readonly<Record<string, unknown>>): Usage | undefined {
  if (!isJsonObject(object['usage'])) return undefined;
  const { costUsd, ...usage } = storable(object['usage']);
  const priced =
    typeof costUsd === 'number' && costUsd >= 0 && usage['costCents'] === undefined
      ? { ...usage, costCents: centsOf(costUsd) }
      : usage;
  const parsed = Usage.safeParse(priced);
  return parsed.success ? parsed.data : undefined;
}

/** With the characters replaced that Postgres stores in no JSON: NUL and half of a surrogate pair. */
const storable = (usage: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(usage).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
    ]),
  );
