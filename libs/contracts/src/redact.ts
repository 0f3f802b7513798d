/**
 * The one redactor: what leaves a service (answers, events, logs) passes through it. What it masks
 * is what `secrets-in-json.ts` finds; a reference to a stored secret says nothing and is shown.
 */
import { mapSecrets, REDACTED, sameReference, type SecretFound } from './secrets-in-json.ts';

export { REDACTED } from './secrets-in-json.ts';

const masked = (found: SecretFound): unknown =>
  found.kind === 'reference' ? sameReference(found) : REDACTED;

export const redact = (value: unknown): unknown => mapSecrets(value, masked);

/** Paths of the secrets themselves, which a request should not have brought. */
export function secretPaths(value: unknown): string[] {
  const paths = new Set<string>();
  mapSecrets(value, (found) => {
    if (found.kind === 'value') paths.add(found.path.join('.'));
    return found.text;
  });
  return [...paths];
}
