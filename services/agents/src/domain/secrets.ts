/**
 * Secrets in the configuration of an agent. References replace them when a configuration comes in;
 * only the start of a run puts the secrets back. Pure: the callers store and read the secrets.
 */
import {
  adapterOf,
  Id,
  isOnCommandLine,
  isSame,
  mapSecrets,
  Refusal,
  unchangedReference,
  type AdapterType,
  type AgentConfig,
  type SecretFound,
} from '@muster/contracts';
import type { AgentRow } from './agent.ts';

/** The open objects of an agent, which may contain secrets. */
export interface OpenObjects {
  readonly adapterType: AdapterType;
  readonly adapterConfig: AgentConfig['adapterConfig'];
  readonly runtimeConfig: AgentConfig['runtimeConfig'];
  readonly metadata: AgentRow['metadata'];
}

export const openFields = ['adapterConfig', 'runtimeConfig', 'metadata'] as const;

/** Replaces each secret and each reference by what `on` returns for it. */
export function replaceSecrets<T extends OpenObjects>(
  configured: T,
  on: (found: SecretFound) => unknown,
): T {
  const { secretKeys } = adapterOf(configured.adapterType);
  const replaced = openFields.map((field) => [
    field,
    mapSecrets(
      configured[field],
      (found) => on({ ...found, path: [field, ...found.path] }),
      field === 'adapterConfig' ? secretKeys : [],
    ),
  ]);
  return { ...configured, ...Object.fromEntries(replaced) };
}

export function findSecrets(configured: OpenObjects): SecretFound[] {
  const all: SecretFound[] = [];
  replaceSecrets(configured, (found) => {
    all.push(found);
    return found.text;
  });
  return all;
}

/** Replaces each secret, and each name of a secret, by a reference to its id. */
export const withReferences = <T extends OpenObjects>(
  configured: T,
  idOf: (found: SecretFound) => string,
): T => replaceSecrets(configured, (found) => unchangedReference({ ...found, text: idOf(found) }));

/** Ids of the secrets that a stored configuration refers to. */
export const secretIdsOf = (configured: OpenObjects): string[] => [
  ...new Set(
    findSecrets(configured).flatMap(({ kind, text }) =>
      kind === 'reference' && isId(text) ? [text] : [],
    ),
  ),
];

export const isId = (text: string): boolean => Id.safeParse(text).success;

export const fieldOf = ({ path }: SecretFound): string => path.join('.');

/**
 * Every process of the machine can read a command line. What was there before is not refused here;
 * the start of a run refuses it.
 */
export function requireNoSecretInCommand(
  found: readonly SecretFound[],
  configured: OpenObjects,
  before: OpenObjects | undefined,
): void {
  const fields = secretsInCommand(found, configured, before).map(fieldOf);
  if (fields.length > 0) throw new Refusal('secret_in_command', { fields: [...new Set(fields)] });
}

export const secretsInCommand = (
  found: readonly SecretFound[],
  { adapterType, adapterConfig }: OpenObjects,
  before: OpenObjects | undefined,
): SecretFound[] =>
  found.filter(
    ({ path: [field, key = ''] }) =>
      field === 'adapterConfig' &&
      isOnCommandLine(adapterType, key) &&
      !isSame(adapterConfig[key], before?.adapterConfig[key]),
  );

/** Refuses a malformed `{"secretRef": …}`, which would be stored as a secret otherwise. */
export function requireValidReferences(found: readonly SecretFound[]): void {
  const wrong = found.filter(({ kind, path }) => kind === 'value' && path.at(-1) === 'secretRef');
  if (wrong.length === 0) return;
  throw new Refusal(
    'invalid_input',
    wrong.map(({ path }) => ({
      path,
      code: 'custom',
      message: 'a reference is {"secretRef": "<id or name>"} and nothing more',
    })),
  );
}

/**
 * The configuration as a run needs it, and the values to hide in the run's output. Ordinary words
 * that are only variables or headers are not hidden, because they would mask ordinary text.
 */
export function revealSecrets<T extends OpenObjects>(
  configured: T,
  valueOf: (id: string) => string,
): { readonly config: T; readonly hide: string[] } {
  const hide = new Set<string>();
  const config = replaceSecrets(configured, (found) => {
    const [field, key = ''] = found.path;
    const isSeen = field === 'adapterConfig' && isOnCommandLine(configured.adapterType, key);
    if (found.kind === 'reference' && isSeen) return unchangedReference(found);
    const value = found.kind === 'reference' ? valueOf(found.text) : found.text;
    if (found.isCertain || !isOrdinary(value)) hide.add(value);
    return value;
  });
  return { config, hide: [...hide] };
}

/** Words, paths and addresses; random secrets contain digits. */
const isOrdinary = (value: string): boolean => /^[A-Za-z\s/_.,:;@-]*$/.test(value);
