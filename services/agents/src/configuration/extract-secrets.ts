/**
 * Every configuration enters through here: secrets are taken out and stored, references are
 * checked. Rows, revisions, events and answers made from the result hold references only.
 */
import { Refusal, type Actor, type SecretFound } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import {
  requireNoSecretInCommand,
  requireValidReferences,
  fieldOf,
  findSecrets,
  isId,
  secretsInCommand,
  withReferences,
  type OpenObjects,
} from '../domain/secrets.ts';
import { changesDestination } from '../domain/destination.ts';
import { masterKeysOf } from '../store/secrets/master-keys.ts';
import { getCompanyKey } from '../store/secrets/company-keys.ts';
import {
  listReferableSecrets,
  listStoredValues,
  type ReferableSecret,
} from '../store/secrets/secret-uses.ts';
import { insertTypedSecrets } from '../store/secrets/secrets.ts';

export interface SecretOwner {
  readonly companyId: string;
  readonly agentId: string;
}

/** The refusal of a reference to a secret that does not exist. */
export type MissingSecret = 'secret_not_found' | 'secret_deleted';

export interface ExtractOptions {
  /** The agent's configuration so far; absent for a new agent. */
  readonly before?: OpenObjects;
  readonly missing?: MissingSecret | undefined;
}

type ExtractContext = Pick<Context<never>, 'db' | 'actor' | 'config'>;

export async function extractSecrets<T extends OpenObjects>(
  context: ExtractContext,
  owner: SecretOwner,
  wanted: T,
  { before, missing = 'secret_not_found' }: ExtractOptions = {},
): Promise<T> {
  const found = findSecrets(wanted);
  if (found.length === 0) return wanted;
  requireValidReferences(found);
  requireNoSecretInCommand(found, wanted, before);
  const added = newReferences(found, wanted, before);
  const values = found.filter(({ kind }) => kind === 'value').map(({ text }) => text);
  if (added.length + values.length === 0) return wanted;
  const named = await idsOfReferences(context, owner, added, missing);
  const stored = await storeValues(context, owner, [...new Set(values)]);
  return withReferences(
    wanted,
    ({ kind, text }) =>
      (kind === 'value' ? stored.get(text) : named.get(comparisonKey(text))) ?? text,
  );
}

/** Names of secrets, like those of agents, are compared without case. */
const comparisonKey = (text: string): string => text.toLowerCase();
const namesOf = (found: readonly SecretFound[]): string[] => [...new Set(found.map(fieldOf))];

async function idsOfReferences(
  context: ExtractContext,
  owner: SecretOwner,
  added: readonly SecretFound[],
  missing: MissingSecret,
): Promise<Map<string, string>> {
  const { ids, unknown } = await resolveReferences(context, owner, added);
  const [field] = namesOf(unknown);
  if (field === undefined) return ids;
  throw missing === 'secret_deleted'
    ? new Refusal(missing, { fields: namesOf(unknown) })
    : new Refusal(missing, { field });
}

/**
 * New references of a configuration that cannot be accepted: there is no such secret, or the field
 * may not hold a reference.
 */
export async function findUnusableReferences(
  context: ExtractContext,
  owner: SecretOwner,
  wanted: OpenObjects,
  before: OpenObjects,
): Promise<SecretFound[]> {
  const found = findSecrets(wanted);
  const { unknown } = await resolveReferences(context, owner, newReferences(found, wanted, before));
  return [...unknown, ...secretsInCommand(found, wanted, before)];
}

/** Where the secrets would go to another place, every reference counts as new. */
function newReferences(
  found: readonly SecretFound[],
  wanted: OpenObjects,
  before: OpenObjects | undefined,
): SecretFound[] {
  const references = found.filter(({ kind }) => kind === 'reference');
  if (before && changesDestination(before, wanted)) return references;
  const present = new Set(before && findSecrets(before).map(({ text }) => text));
  return references.filter(({ text }) => !present.has(text));
}

async function resolveReferences(
  { db, actor }: ExtractContext,
  owner: SecretOwner,
  added: readonly SecretFound[],
): Promise<{ ids: Map<string, string>; unknown: SecretFound[] }> {
  if (added.length === 0) return { ids: new Map(), unknown: [] };
  const texts = [...new Set(added.map(({ text }) => comparisonKey(text)))];
  const referable = await listReferableSecrets(db, owner.companyId, {
    ids: texts.filter(isId),
    names: texts.filter((text) => !isId(text)),
  });
  const ids = new Map(
    referable
      .filter((secret) => canReferTo(actor, owner, secret))
      .flatMap(({ id, name }) => [
        [id, id] as const,
        ...(name === null ? [] : [[comparisonKey(name), id] as const]),
      ]),
  );
  return { ids, unknown: added.filter(({ text }) => !ids.has(comparisonKey(text))) };
}

/**
 * A secret typed into one agent's configuration belongs to that agent. Its id is readable by the
 * whole company, so another agent, even the manager, gets no access by naming it.
 */
const canReferTo = (actor: Actor, { agentId }: SecretOwner, secret: ReferableSecret): boolean =>
  actor.type === 'user' || secret.agentId === null || secret.agentId === agentId;

/** Ids by value. A value that is already stored for the agent keeps its id. */
async function storeValues(
  { db, actor, config }: ExtractContext,
  owner: SecretOwner,
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const key = await getCompanyKey(db, masterKeysOf(config), owner.companyId);
  const stored = await listStoredValues(db, key, owner, values);
  const added = values.filter((value) => !stored.has(value));
  if (added.length === 0) return stored;
  const inserted = await insertTypedSecrets(db, key, owner, { values: added, actor });
  return new Map([...stored, ...inserted]);
}
