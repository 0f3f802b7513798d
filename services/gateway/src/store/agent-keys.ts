/** Keys of agents. The secret part is never stored, only its hash. */
import { Refusal, type AgentKey } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';

export type AgentKeyRow = AgentKey;

/** Most keys that one list shows; the newest come first, so a living key is not pushed out. */
const KEYS_MAX = 500;

const keyColumns = sql`
  id, agent_id, name, created_at, expires_at, last_used_at, revoked_at`;

export const insertAgentKey = (
  db: Db,
  key: {
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
  none(db, sql`
    insert into agent_keys (
      id, company_id, agent_id, name, lookup, secret_hash, created_at, expires_at
    ) values (
      ${key.id}, ${key.companyId}, ${key.agentId}, ${key.name}, ${key.lookup}, ${key.secretHash},
      ${key.createdAt}, ${key.expiresAt ?? null}
    )`);

export const listAgentKeys = (db: Db, companyId: string, agentId: string): Promise<AgentKeyRow[]> =>
  many<AgentKeyRow>(db, sql`
    select ${keyColumns} from agent_keys
    where company_id = ${companyId} and agent_id = ${agentId}
    order by created_at desc, id desc limit ${KEYS_MAX}`);

export async function lockAgentKey(
  db: Db,
  { companyId, agentId, keyId }: { companyId: string; agentId: string; keyId: string },
): Promise<AgentKeyRow> {
  const key = await maybeOne<AgentKeyRow>(db, sql`
    select ${keyColumns} from agent_keys
    where company_id = ${companyId} and agent_id = ${agentId} and id = ${keyId} for update`);
  if (!key) throw new Refusal('key_not_found');
  return key;
}

export const revokeKey = (db: Db, keyId: string, revokedAt: string): Promise<void> =>
  none(db, sql`update agent_keys set revoked_at = ${revokedAt} where id = ${keyId}`);

/** Revokes what is left of an agent's keys and tells which they were. */
export const revokeKeysOf = (
  db: Db,
  { companyId, agentId, revokedAt }: { companyId: string; agentId: string; revokedAt: string },
): Promise<{ id: string; name: string | null }[]> =>
  many(db, sql`
    update agent_keys set revoked_at = ${revokedAt}
    where company_id = ${companyId} and agent_id = ${agentId} and revoked_at is null
    returning id, name`);

/** Notes that keys were used; at most once a minute each, so that reading costs no writes. */
export const touchKeys = (db: Db, keyIds: readonly string[]): Promise<void> =>
  none(db, sql`
    update agent_keys set last_used_at = now()
    where id = any(${keyIds}::uuid[])
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`);
