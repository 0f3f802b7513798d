/** The time before which an agent asks not to be started: its provider's quota is used up. */

/** An agent that asks for more is started again after a day. */
export const BACK_OFF_MAX_SECONDS = 86_400;
/** Where a provider does not say when its quota begins again: quotas of a minute have by then. */
export const QUOTA_AGAIN_SECONDS = 900;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** `notBefore` of a reported object, or of its `usage`. */
export const notBeforeIn = (object: Readonly<Record<string, unknown>>): string | undefined =>
  timestampOf(object['notBefore']) ?? timestampOf(fieldOf(object['usage'], 'notBefore'));

function timestampOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !TIMESTAMP.test(value)) return undefined;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
