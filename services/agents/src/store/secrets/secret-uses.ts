/** References to secrets: finding secrets by name or value, and decrypting them for a run. */
import { many, none, sql, type Db } from '@muster/service-kit';
import type { AgentKey } from '../agent-status.ts';
import { fingerprint, open } from './master-keys.ts';
import { secretSubject } from './secrets.ts';

/** Most secrets of an agent; more than the keys of one request. */
const USED_MAX = 10_000;

export interface ReferableSecret {
  readonly id: string;
  readonly name: string | null;
  readonly agentId: string | null;
}

/** The company's secrets with one of these ids or names, locked against deletion. */
export const listReferableSecrets = (
  db: Db,
  companyId: string,
  { ids, names }: { readonly ids: readonly string[]; readonly names: readonly string[] },
): Promise<ReferableSecret[]> =>
  many<ReferableSecret>(
    db,
    sql`
    select id, name, agent_id from secrets
    where company_id = ${companyId}
      and (id = any(${ids}::uuid[]) or (name is not null and lower(name) = any(${names}::text[])))
    order by id limit ${ids.length + names.length} for key share`,
  );

/** Ids by value of those values that are already stored for the agent. */
export async function listStoredValues(
  db: Db,
  key: Buffer,
  { companyId, agentId }: AgentKey,
  values: readonly string[],
): Promise<Map<string, string>> {
  const marks = new Map(values.map((value) => [fingerprint(key, value).toString('hex'), value]));
  const rows = await many<{ id: string; mark: string }>(
    db,
    sql`
    select distinct on (fingerprint) id, encode(fingerprint, 'hex') as mark from secrets
    where company_id = ${companyId} and agent_id = ${agentId}
      and fingerprint = any(array(
        select decode(mark, 'hex') from unnest(${[...marks.keys()]}::text[]) as mark
      ))
    order by fingerprint, id
    limit ${values.length}`,
  );
  return new Map(rows.map(({ id, mark }) => [marks.get(mark) ?? '', id]));
}

/** Replaces the recorded references of the agent. The secrets are locked against deletion. */
export async function saveUses(
  db: Db,
  { companyId, agentId }: AgentKey,
  secretIds: readonly string[],
): Promise<void> {
  await none(
    db,
    sql`
    delete from secret_uses
    where company_id = ${companyId} and agent_id = ${agentId}
      and secret_id <> all(${secretIds}::uuid[])`,
  );
  await none(
    db,
    sql`
    insert into secret_uses (company_id, agent_id, secret_id)
    select company_id, ${agentId}::uuid, id from secrets
    where company_id = ${companyId} and id = any(${secretIds}::uuid[])
    on conflict do nothing`,
  );
}

/** Decrypts the secrets that the agent refers to; values by id. */
export async function openSecrets(
  db: Db,
  key: Buffer,
  { companyId, agentId }: AgentKey,
): Promise<Map<string, string>> {
  const rows = await many<{ id: string; version: number; sealed: Buffer }>(
    db,
    sql`
    select s.id, s.version, s.sealed
    from secret_uses u join secrets s on s.company_id = u.company_id and s.id = u.secret_id
    where u.company_id = ${companyId} and u.agent_id = ${agentId}
    order by s.id limit ${USED_MAX}`,
  );
  return new Map(
    rows.map(({ id, version, sealed }) => [
      id,
      open(key, sealed, secretSubject(companyId, id, version)).toString('utf8'),
    ]),
  );
}
