/**
 * Secrets in a revised hire. It travels to the waiting agent in an event and is kept here for the
 * board to read, so it may refer to secrets and not hold one: whoever sends one is told where it
 * belongs, instead of finding out later that it was masked on its way.
 */
import {
  AdapterType, isOnCommandLine, mapSecrets, Refusal, secretPaths, type Approval,
} from '@muster/contracts';

type Payload = Approval['payload'];

export function checkNoSecrets(payload: Payload): void {
  const fields = secretPaths(payload).map((path) => `payload.${path}`);
  if (fields.length > 0) throw new Refusal('secret_in_resubmission', { fields });
}

/** A command line is seen by every process of the machine: not even a reference may stand there. */
export function checkCommandLine(payload: Payload, before: Payload): void {
  const type = AdapterType.safeParse(payload['adapterType'] ?? before['adapterType']);
  if (!type.success) return;
  const fields = referencesIn(payload)
    .filter(({ path: [field, key = ''] }) =>
      field === 'adapterConfig' && isOnCommandLine(type.data, key))
    .map(({ field }) => field);
  if (fields.length > 0) throw new Refusal('secret_in_command', { fields });
}

export interface NewReference {
  readonly text: string;
  readonly path: readonly string[];
  readonly field: string;
}

/** What the hire did not refer to before. */
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
