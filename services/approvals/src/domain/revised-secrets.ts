/**
 * Secrets in a revised hire. The hire is emitted in an event and stored for the board to read, so
 * it may refer to secrets and not contain one. A secret is refused with a hint where it belongs,
 * rather than masked silently.
 */
import {
  AdapterType,
  isOnCommandLine,
  mapSecrets,
  Refusal,
  secretPaths,
  type Approval,
} from '@muster/contracts';

type Payload = Approval['payload'];

export function requireNoSecrets(payload: Payload): void {
  const fields = secretPaths(payload).map((path) => `payload.${path}`);
  if (fields.length > 0) throw new Refusal('secret_in_resubmission', { fields });
}

/** Every process of the machine can read a command line, so it may not even contain a reference. */
export function requireNoSecretInCommand(payload: Payload, before: Payload): void {
  const type = AdapterType.safeParse(payload['adapterType'] ?? before['adapterType']);
  if (!type.success) return;
  const fields = referencesIn(payload)
    .filter(
      ({ path: [field, key = ''] }) => field === 'adapterConfig' && isOnCommandLine(type.data, key),
    )
    .map(({ field }) => field);
  if (fields.length > 0) throw new Refusal('secret_in_command', { fields });
}

export interface NewReference {
  readonly text: string;
  readonly path: readonly string[];
  readonly field: string;
}

/** References that the hire did not have before. */
export function newReferences(payload: Payload, before: Payload): NewReference[] {
  const had = new Set(referencesIn(before).map(({ text }) => text));
  return referencesIn(payload).filter(({ text }) => !had.has(text));
}

function referencesIn(payload: Payload): NewReference[] {
  const found: NewReference[] = [];
  mapSecrets(payload, ({ kind, text, path }) => {
    if (kind === 'reference') found.push({ text, path, field: ['payload', ...path].join('.') });
    return text;
  });
  return found;
}
