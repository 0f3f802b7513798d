/**
 * The one redactor: what leaves a service (answers, events, logs) passes through it. A value is
 * masked when its key says that it is a secret, or when it has the shape of one.
 */
export const REDACTED = '***';

const secretWords = [
  'pass(word|phrase)?', 'secret', 'token', 'api[-_]?key', 'credential', 'private[-_]?key',
  'authorization', 'cookie',
];
const secretKey = new RegExp(`(${secretWords.join('|')})`, 'i');
/** Keys whose every value is hidden: an environment holds secrets under any name. */
const secretContainer = /^(env|environment|headers)$/i;
const secretShape =
  /^(mst_(agent|board|run)_|sk-|ghp_|gho_|github_pat_|xox[abprs]-|AKIA|eyJ[\w-]+\.eyJ|-----BEGIN )/;

type Json = unknown;

export function redact(value: Json, hidden = false): Json {
  if (Array.isArray(value)) return value.map((item) => redact(item, hidden));
  if (isReference(value)) return value;
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        secretKey.test(key) ? mask(inner) : redact(inner, hidden || secretContainer.test(key)),
      ]),
    );
  }
  if (typeof value === 'string' && (hidden || secretShape.test(value))) return REDACTED;
  return value;
}

/** Numbers stay: `inputTokens` is a count, and no secret of use is a number. */
const mask = (value: Json): Json => {
  if (typeof value === 'string') return REDACTED;
  return value !== null && typeof value === 'object' && !isReference(value) ? REDACTED : value;
};

/** A reference to a stored secret says nothing and may be shown. */
const isReference = (value: Json): boolean =>
  value !== null && typeof value === 'object' && 'secretRef' in value;
