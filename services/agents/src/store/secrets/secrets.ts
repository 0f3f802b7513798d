/** Secrets as rows: values are sealed, everything else may be answered. */
import { Refusal, type Actor, type Scope, type Secret } from '@muster/contracts';
import {
  firstRows,
  inScope,
  maybeOne,
  newId,
  none,
  one,
  seal,
  sql,
  violatedConstraint,
  type Db,
  type FirstRows,
  type LongColumns,
  type Statement,
} from '@muster/service-kit';
import type { AgentKey } from '../agent-status.ts';
import { fingerprint } from './master-keys.ts';

/** Binds a sealed value to its row and version: an older value copied back cannot be opened. */
export const secretSubject = (companyId: string, secretId: string, version: number): string =>
  `secret ${secretId} of company ${companyId}, version ${version}`;

const columns: Statement = sql`
  s.id, s.company_id, s.name, s.agent_id, s.version, s.created_by_agent_id, s.created_by_user_id,
  s.rotated_by_user_id, s.created_at, s.updated_at,
  array(
    select u.agent_id from secret_uses u
    join agents a on a.company_id = u.company_id and a.id = u.agent_id
    where u.company_id = s.company_id and u.secret_id = s.id and a.status <> 'terminated'
    order by u.agent_id
  ) as used_by_agent_ids`;

/** As long as in an answer: each agent of the company may use each secret. */
const LONG_COLUMNS: LongColumns = { texts: ['used_by_agent_ids::text'] };

/** In order of creation, after the given id. */
export const listSecretRows = (
  db: Db,
  companyId: string,
  { after, size }: { readonly after: string | null | undefined; readonly size: number },
): Promise<FirstRows<Secret>> =>
  firstRows<Secret>(
    db,
    sql`
    select ${columns} from secrets s
    where s.company_id = ${companyId}
      and (${after ?? null}::uuid is null or s.id > ${after ?? null}::uuid)
    order by s.id
    limit ${size + 1}`,
    size,
    LONG_COLUMNS,
  );

/** Locks the secret: no configuration can begin to refer to it before the commit. */
export async function lockSecret(db: Db, companyId: string, secretId: string): Promise<Secret> {
  await none(
    db,
    sql`
    select from secrets where company_id = ${companyId} and id = ${secretId} for update`,
  );
  return getSecret(db, companyId, secretId);
}

async function getSecret(db: Db, companyId: string, secretId: string): Promise<Secret> {
  const secret = await maybeOne<Secret>(
    db,
    sql`
    select ${columns} from secrets s where s.company_id = ${companyId} and s.id = ${secretId}`,
  );
  if (!secret) throw new Refusal('secret_not_found');
  return secret;
}

export interface NamedSecret {
  readonly companyId: string;
  readonly name: string;
  readonly value: string;
  readonly actor: Actor;
}

export async function insertNamedSecret(
  db: Db,
  key: Buffer,
  { companyId, name, value, actor }: NamedSecret,
): Promise<Secret> {
  const id = newId();
  try {
    await none(
      db,
      sql`
      insert into secrets (id, company_id, name, sealed, fingerprint, created_by_user_id)
      values (
        ${id}, ${companyId}, ${name},
        ${seal(key, Buffer.from(value), secretSubject(companyId, id, 1))},
        ${fingerprint(key, value)},
        ${actor.type === 'user' ? actor.id : null}::uuid
      )`,
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'secrets_name_unique') throw error;
    throw new Refusal('name_taken', { field: 'name' });
  }
  return getSecret(db, companyId, id);
}

/** Inserts the values typed into an agent's configuration in one statement; ids by value. */
export async function insertTypedSecrets(
  db: Db,
  key: Buffer,
  { companyId, agentId }: AgentKey,
  { values, actor }: { readonly values: readonly string[]; readonly actor: Actor },
): Promise<Map<string, string>> {
  const ids = new Map(values.map((value) => [value, newId()]));
  const sealed = [...ids].map(([value, id]) =>
    seal(key, Buffer.from(value), secretSubject(companyId, id, 1)).toString('hex'),
  );
  await none(
    db,
    sql`
    insert into secrets (
      id, company_id, agent_id, sealed, fingerprint, created_by_agent_id, created_by_user_id
    )
    select n.id, ${companyId}::uuid, ${agentId}::uuid, decode(n.sealed, 'hex'),
      decode(n.fingerprint, 'hex'), ${actor.type === 'agent' ? actor.id : null}::uuid,
      ${actor.type === 'user' ? actor.id : null}::uuid
    from unnest(
      ${[...ids.values()]}::uuid[], ${sealed}::text[],
      ${values.map((value) => fingerprint(key, value).toString('hex'))}::text[]
    ) as n (id, sealed, fingerprint)`,
  );
  return ids;
}

/** The caller holds the lock of the row, so the version is current. */
export async function saveRotation(
  db: Db,
  key: Buffer,
  { id, companyId, version }: Secret,
  { value, actor }: { readonly value: string; readonly actor: Actor },
): Promise<Secret> {
  const sealed = seal(key, Buffer.from(value), secretSubject(companyId, id, version + 1));
  await one(
    db,
    sql`
    update secrets
    set sealed = ${sealed}, fingerprint = ${fingerprint(key, value)}, version = version + 1,
      rotated_by_user_id = ${actor.type === 'user' ? actor.id : null}::uuid, updated_at = now()
    where company_id = ${companyId} and id = ${id} and version = ${version}
    returning id`,
  );
  return getSecret(db, companyId, id);
}

/** References of terminated agents and of revisions do not prevent the deletion. */
export async function deleteSecretRow(db: Db, { id, companyId }: Secret): Promise<void> {
  await none(
    db,
    sql`
    delete from secret_uses where company_id = ${companyId} and secret_id = ${id}`,
  );
  await none(db, sql`delete from secrets where company_id = ${companyId} and id = ${id}`);
}

export async function findCompanyOfSecret(
  db: Db,
  scope: Scope,
  secretId: string,
): Promise<string | undefined> {
  const secret = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from secrets where id = ${secretId} and ${inScope(scope)}`,
  );
  return secret?.companyId;
}
