/** Parts of a JSON schema with defaults and descriptions. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

export const leaf = (
  type: string,
  value: unknown,
  description: string,
  more: object = {},
): Schema => ({
  description,
  type,
  default: value,
  ...more,
});
export const group = (
  description: string,
  properties: Record<string, Schema>,
  more = {},
): Schema => ({
  description,
  type: 'object',
  additionalProperties: false,
  properties,
  ...more,
});
export const flag = (description: string): Schema => leaf('boolean', false, description);
export const text = (value: string, description: string, more: object = {}): Schema =>
  leaf('string', value, description, more);
export const texts = (value: object, description: string, more: object = {}): Schema =>
  leaf('object', value, description, { additionalProperties: { type: 'string' }, ...more });

export const NAME = '^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$';
/** An address that a path can be appended to, or none. Prometheus reads braces as a template. */
export const WEB_FOLDER = '^(https?://[a-zA-Z0-9.-]+(:[0-9]+)?(/[\\w.~%@:+=-]+)*)?$';
const QUANTITY = '^[0-9]+(\\.[0-9]+)?(m|[kMGT]i?)?$';
export const DIGEST = '^sha256:[0-9a-f]{64}$';

export const quantity = (value: string, description: string) =>
  text(value, description, { pattern: QUANTITY });
export const count = (value: number, description: string, more: object = {}) =>
  leaf('integer', value, description, { minimum: 1, maximum: 100, ...more });

type Rules = Readonly<Record<string, object>>;

/** Values that have to be there once others are what the condition says. */
export const conditional = (condition: Rules, requirement: Rules): object => ({
  if: { properties: nested(condition) },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: nested(requirement) },
});

const keywords = ['const', 'not', 'minLength'];
const nested = (rules: Rules): object =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      keywords.some((keyword) => keyword in rule) ? rule : { properties: nested(rule as Rules) },
    ]),
  );
