/** What an agent says that it has used, read from its output. */
import { Usage } from '@muster/contracts';

/** Cents of a price in dollars, rounded up: what is spent is never less than what is booked. */
const centsOf = (dollars: number): number => Math.max(0, Math.ceil(dollars * 100 - 1e-9));

/**
 * The usage that a line of output reports: a JSON object with a `usage` object in it. Lines are
 * cumulative for the run, so a later one replaces an earlier one. Anything else is just output.
 */
export function usageOfLine(line: string): Usage | undefined {
  const text = line.trim();
  if (!text.startsWith('{') || !text.includes('"usage"')) return undefined;
  const said = parse(text);
  if (!isObject(said) || !isObject(said['usage'])) return undefined;
  const { costUsd, ...usage } = said['usage'];
  const priced = typeof costUsd === 'number' && costUsd >= 0 && usage['costCents'] === undefined
    ? { ...usage, costCents: centsOf(costUsd) }
    : usage;
  const parsed = Usage.safeParse(priced);
  return parsed.success ? parsed.data : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
