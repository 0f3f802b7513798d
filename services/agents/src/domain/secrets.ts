/**
 * Secrets in the configuration of an agent. What comes in has them taken out and references put in
 * their place; only the start of a run puts them back. Pure: what is stored where is decided by
 * the callers.
 */
import {
  adapterOf, Id, isOnCommandLine, mapSecrets, Refusal, sameReference,
  type AdapterType, type AgentConfig, type SecretFound,
} from '@muster/contracts';
import type { AgentRow } from './agent.ts';
import { isSame } from './json.ts';

/** The open objects of an agent, which may hold secrets. */
export interface Configured {
  readonly adapterType: AdapterType;
  readonly adapterConfig: AgentConfig['adapterConfig'];
  readonly runtimeConfig: AgentConfig['runtimeConfig'];
  readonly metadata: AgentRow['metadata'];
}

const openFields = ['adapterConfig', 'runtimeConfig', 'metadata'] as const;

/** The same objects, with something in place of each secret and each reference. */
export function replaceSecrets<T extends Configured>(
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

export function findSecrets(configured: Configured): SecretFound[] {
  const all: SecretFound[] = [];
  replaceSecrets(configured, (found) => {
    all.push(found);
    return found.text;
  });
  return all;
}

/** With each secret, and each name of one, replaced by a reference to its id. */
export const withReferences = <T extends Configured>(
  configured: T,
  idOf: (found: SecretFound) => string,
): T => replaceSecrets(configured, (found) => sameReference({ ...found, text: idOf(found) }));

/** Ids of the secrets that a stored configuration refers to. */
export const secretIdsOf = (configured: Configured): string[] => [
  ...new Set(findSecrets(configured).flatMap(({ kind, text }) =>
    kind === 'reference' && isId(text) ? [text] : [])),
];

export const isId = (text: string): boolean => Id.safeParse(text).success;

export const fieldOf = ({ path }: SecretFound): string => path.join('.');

/**
 * A command line is seen by every process of the machine. What stood in it before and stays is
 * not refused here; the start of a run does that.
 */
export function checkCommand(
  found: readonly SecretFound[],
  configured: Configured,
  before: Configured | undefined,
): void {
  const fields = secretsInCommand(found, configured, before).map(fieldOf);
  if (fields.length > 0) throw new Refusal('secret_in_command', { fields: [...new Set(fields)] });
}

export const secretsInCommand = (
  found: readonly SecretFound[],
  { adapterType, adapterConfig }: Configured,
  before: Configured | undefined,
): SecretFound[] =>
  found.filter(({ path: [field, key = ''] }) =>
    field === 'adapterConfig' && isOnCommandLine(adapterType, key) &&
    !isSame(adapterConfig[key], before?.adapterConfig[key]));

/** `{"secretRef": …}` that names nothing and would be taken for a secret itself. */
export function checkReferences(found: readonly SecretFound[]): void {
  const wrong = found.filter(({ kind, path }) => kind === 'value' && path.at(-1) === 'secretRef');
  if (wrong.length === 0) return;
  throw new Refusal('invalid_input', wrong.map(({ path }) => ({
    path, code: 'custom', message: 'a reference is {"secretRef": "<id or name>"}, nothing else',
  })));
}

/**
 * The configuration as a run needs it, and what must not be seen in its output: every secret but
 * ordinary words that stand among variables or headers only, since those would mask ordinary text.
 */
export function revealed<T extends Configured>(
  configured: T,
  valueOf: (id: string) => string,
): { readonly config: T; readonly hide: string[] } {
  const hide = new Set<string>();
  const config = replaceSecrets(configured, (found) => {
    const [field, key = ''] = found.path;
    const isSeen = field === 'adapterConfig' && isOnCommandLine(configured.adapterType, key);
    if (found.kind === 'reference' && isSeen) return sameReference(found);
    const value = found.kind === 'reference' ? valueOf(found.text) : found.text;
    if (found.sure || !isOrdinary(value)) hide.add(value);
    return value;
  });
  return { config, hide: [...hide] };
}

/** Words, paths and addresses; what is made by chance has digits in it. */
const isOrdinary = (value: string): boolean => /^[A-Za-z\s/_.,:;@-]*$/.test(value);
