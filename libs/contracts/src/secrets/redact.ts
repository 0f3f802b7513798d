/**
 * Redaction: answers, events and logs pass through it before they leave a service. It masks the
 * secrets that `secrets-in-json.ts` finds; references to stored secrets stay readable.
 */
import { mapSecrets, REDACTED, unchangedReference, type SecretFound } from './secrets-in-json.ts';

export { REDACTED } from './secrets-in-json.ts';

const masked = (found: SecretFound): unknown =>
  found.kind === 'reference' ? unchangedReference(found) : REDACTED;

export const redact = (value: unknown): unknown => mapSecrets(value, masked);

/** Paths of secret values, for refusing a request that contains them. */
export function secretPaths(value: unknown): string[] {
  const paths = new Set<string>();
  mapSecrets(value, (found) => {
    if (found.kind === 'value') paths.add(found.path.join('.'));
    return found.text;
  });
  return [...paths];
}
