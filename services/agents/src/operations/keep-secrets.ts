/**
 * The door through which configurations come in: secrets are taken out and stored, references are
 * checked. What goes on from here into rows, revisions, events and answers holds references only.
 */
import { Refusal, type Actor, type SecretFound } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import {
  checkCommand, checkReferences, fieldOf, findSecrets, isId, secretsInCommand, withReferences,
  type Configured,
} from '../domain/secrets.ts';
import { masterKeysOf } from '../store/cipher.ts';
import { getCompanyKey } from '../store/company-keys.ts';
import { listReferable, listStoredValues, type Referable } from '../store/secret-uses.ts';
import { insertTypedSecrets } from '../store/secrets.ts';

export interface Owner {
  readonly companyId: string;
  readonly agentId: string;
}

/** What a reference to a secret that is not there is refused with. */
export type Missing = 'secret_not_found' | 'secret_deleted';

export interface Keeping {
  /** What the agent's configuration is now; absent for a new agent. */
  readonly before?: Configured;
  readonly missing?: Missing | undefined;
  /** The caller changes itself: it gets no secret that it does not have. */
  readonly self?: boolean;
}

type KeptBy = Pick<Context<never>, 'db' | 'actor' | 'config'>;

export async function keepSecrets<T extends Configured>(
  context: KeptBy,
  owner: Owner,
  wanted: T,
  { before, missing = 'secret_not_found', self = false }: Keeping = {},
): Promise<T> {
  const found = findSecrets(wanted);
  if (found.length === 0) return wanted;
  checkReferences(found);
  checkCommand(found, wanted, before);
  const fresh = freshOf(found, before);
  const values = found.filter(({ kind }) => kind === 'value').map(({ text }) => text);
  if (fresh.length + values.length === 0) return wanted;
  if (self && fresh.length > 0) throw new Refusal('fields_not_yours', { fields: namesOf(fresh) });
  const named = await idsOfReferences(context, owner, fresh, missing);
  const stored = await storeValues(context, owner, [...new Set(values)]);
  return withReferences(wanted, ({ kind, text }) =>
    (kind === 'value' ? stored.get(text) : named.get(keyOf(text))) ?? text);
}

/** Names are told apart like names of agents: not by case. */
const keyOf = (text: string): string => text.toLowerCase();
const namesOf = (found: readonly SecretFound[]): string[] => [...new Set(found.map(fieldOf))];

async function idsOfReferences(
  context: KeptBy,
  owner: Owner,
  fresh: readonly SecretFound[],
  missing: Missing,
): Promise<Map<string, string>> {
  const { ids, unknown } = await resolve(context, owner, fresh);
  const [field] = namesOf(unknown);
  if (field === undefined) return ids;
  throw missing === 'secret_deleted'
    ? new Refusal(missing, { fields: namesOf(unknown) })
    : new Refusal(missing, { field });
}

/**
 * The references of a configuration that the agent does not have yet and cannot be given: there is
 * no such secret, or they stand where none may be.
 */
export async function impossibleReferences(
  context: KeptBy,
  owner: Owner,
  wanted: Configured,
  before: Configured,
): Promise<SecretFound[]> {
  const found = findSecrets(wanted);
  const { unknown } = await resolve(context, owner, freshOf(found, before));
  return [...unknown, ...secretsInCommand(found, wanted, before)];
}

function freshOf(found: readonly SecretFound[], before: Configured | undefined): SecretFound[] {
  const had = new Set(before && findSecrets(before).map(({ text }) => text));
  return found.filter(({ kind, text }) => kind === 'reference' && !had.has(text));
}

async function resolve(
  { db, actor }: KeptBy,
  owner: Owner,
  fresh: readonly SecretFound[],
): Promise<{ ids: Map<string, string>; unknown: SecretFound[] }> {
  if (fresh.length === 0) return { ids: new Map(), unknown: [] };
  const texts = [...new Set(fresh.map(({ text }) => keyOf(text)))];
  const referable = await listReferable(db, owner.companyId, {
    ids: texts.filter(isId), names: texts.filter((text) => !isId(text)),
  });
  const ids = new Map(
    referable.filter((secret) => mayReferTo(actor, owner, secret)).flatMap(({ id, name }) => [
      [id, id] as const, ...(name === null ? [] : [[keyOf(name), id] as const]),
    ]),
  );
  return { ids, unknown: fresh.filter(({ text }) => !ids.has(keyOf(text))) };
}

/**
 * What was typed into one agent's configuration is that agent's: another agent, its manager too,
 * cannot have it by naming its id, which everybody in the company can read.
 */
const mayReferTo = (actor: Actor, { agentId }: Owner, secret: Referable): boolean =>
  actor.type === 'user' || secret.agentId === null || secret.agentId === agentId;

/** A value that is stored for the agent already is not stored twice: sent again, it is the same. */
async function storeValues(
  { db, actor, config }: KeptBy,
  owner: Owner,
  values: readonly string[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const key = await getCompanyKey(db, masterKeysOf(config), owner.companyId);
  const stored = await listStoredValues(db, key, owner, values);
  const fresh = values.filter((value) => !stored.has(value));
  if (fresh.length === 0) return stored;
  const inserted = await insertTypedSecrets(db, key, owner, { values: fresh, actor });
  return new Map([...stored, ...inserted]);
}
