/** Agent keys. Only the hash of a key's secret part is stored. */
import { Refusal, type AgentKey } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';

export type AgentKeyRow = AgentKey;

/** Keys listed at most, the newest first, so that valid keys are listed. */
const KEYS_MAX = 500;

const keyColumns = sql`
  id, agent_id, name, created_at, expires_at, last_used_at, revoked_at, created_by_agent_id,
  created_by_user_id, created_by_key_id`;

/** Who makes a key; nothing for an agent that claims its first key. */
export interface KeyMaker {
  readonly createdByAgentId?: string | null;
  readonly createdByUserId?: string | null;
  readonly createdByKeyId?: string | null;
}

export const insertAgentKey = (
  db: Db,
  key: KeyMaker & {
    id: string;
    companyId: string;
    agentId: string;
    name: string | null;
    lookup: string;
    secretHash: Buffer;
    createdAt: string;
    expiresAt?: string | null;
  },
): Promise<void> =>
  none(
    db,
    sql`
    insert into agent_keys (
      id, company_id, agent_id, name, lookup, secret_hash, created_at, expires_at,
      created_by_agent_id, created_by_user_id, created_by_key_id
    ) values (
      ${key.id}, ${key.companyId}, ${key.agentId}, ${key.name}, ${key.lookup}, ${key.secretHash},
      ${key.createdAt}, ${key.expiresAt ?? null}, ${key.createdByAgentId ?? null},
      ${key.createdByUserId ?? null}, ${key.createdByKeyId ?? null}
    )`,
  );

export const listAgentKeyRows = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<AgentKeyRow[]> =>
  many<AgentKeyRow>(
    db,
    sql`
    select ${keyColumns} from agent_keys
    where company_id = ${companyId} and agent_id = ${agentId}
    order by created_at desc, id desc limit ${KEYS_MAX}`,
  );

export async function lockAgentKey(
  db: Db,
  { companyId, agentId, keyId }: { companyId: string; agentId: string; keyId: string },
): Promise<AgentKeyRow> {
  const key = await maybeOne<AgentKeyRow>(
    db,
    sql`
    select ${keyColumns} from agent_keys
    where company_id = ${companyId} and agent_id = ${agentId} and id = ${keyId} for update`,
  );
  if (!key) throw new Refusal('key_not_found');
  return key;
}

export interface RevokedKey {
  readonly id: string;
  readonly name: string | null;
}

/** Revokes a key and all that were made with it or with those; returns the keys that were valid. */
export async function revokeKeyTree(db: Db, root: KeyTree): Promise<RevokedKey[]> {
  const revoked: RevokedKey[] = [];
  for (;;) {
    // A key that was being made meanwhile is seen by the next statement.
    const more = await revokeVisibleTree(db, root);
    if (more.length === 0) return revoked;
    revoked.push(...more);
  }
}

interface KeyTree {
  readonly agentId: string;
  readonly keyId: string;
  readonly revokedAt: string;
}

const revokeVisibleTree = (db: Db, { agentId, keyId, revokedAt }: KeyTree): Promise<RevokedKey[]> =>
  many<RevokedKey>(
    db,
    sql`
    with recursive tree (id) as (
      select ${keyId}::uuid
      union
      select k.id from agent_keys k join tree on k.created_by_key_id = tree.id
    )
    update agent_keys set revoked_at = ${revokedAt}
    where id in (select id from tree) and agent_id = ${agentId} and revoked_at is null
    returning id, name`,
  );

/**
 * Locks the key with which another one is made, so that its revocation comes either before, and the
 * caller is refused, or after, and ends the new key as well.
 */
export async function lockMakingKey(
  db: Db,
  { agentId, keyId }: { agentId: string; keyId: string },
): Promise<Pick<AgentKeyRow, 'expiresAt'>> {
  const key = await maybeOne<Pick<AgentKeyRow, 'expiresAt'>>(
    db,
    sql`
    select expires_at from agent_keys
    where id = ${keyId} and agent_id = ${agentId} and revoked_at is null for share`,
  );
  if (!key) throw new Refusal('unauthenticated');
  return key;
}

/** Revokes the remaining keys of an agent and returns them. */
export const revokeKeysOf = (
  db: Db,
  { companyId, agentId, revokedAt }: { companyId: string; agentId: string; revokedAt: string },
): Promise<RevokedKey[]> =>
  many<RevokedKey>(
    db,
    sql`
    update agent_keys set revoked_at = ${revokedAt}
    where company_id = ${companyId} and agent_id = ${agentId} and revoked_at is null
    returning id, name`,
  );

/** Records the use of keys, at most once a minute each, so that reads cause few writes. */
export const touchKeys = (db: Db, keyIds: readonly string[]): Promise<void> =>
  none(
    db,
    sql`
    update agent_keys set last_used_at = now()
    where id = any(${keyIds}::uuid[])
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
  );
