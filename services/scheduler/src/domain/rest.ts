/** What an agent says of when it may work again: a provider that serves it no more until then. */

/** An agent that is told to rest for longer is asked again after a day. */
export const REST_MAX_SECONDS = 86_400;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The moment that a line of output names: `notBefore` of a JSON object, or of its `usage`. */
export function notBeforeOfLine(line: string): string | undefined {
  const text = line.trim();
  if (!text.startsWith('{') || !text.includes('"notBefore"')) return undefined;
  const said = parse(text);
  return momentOf(said?.['notBefore']) ?? momentOf(objectOf(said?.['usage'])?.['notBefore']);
}

function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !MOMENT.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : undefined;
