/** Secrets as configurations refer to them: found by name, by value, and opened for a run. */
import { many, none, sql, type Db } from '@muster/service-kit';
import { fingerprint, unseal } from './cipher.ts';
import { aboutSecret } from './secrets.ts';

/** More than the keys that one request may have. */
const USED_MAX = 10_000;

export interface Referable {
  readonly id: string;
  readonly name: string | null;
  readonly agentId: string | null;
}

/** Those of the company that have one of these ids or names. None of them goes away meanwhile. */
export const listReferable = (
  db: Db,
  companyId: string,
  { ids, names }: { readonly ids: readonly string[]; readonly names: readonly string[] },
): Promise<Referable[]> =>
  many<Referable>(db, sql`
    select id, name, agent_id from secrets
    where company_id = ${companyId}
      and (id = any(${ids}::uuid[]) or (name is not null and lower(name) = any(${names}::text[])))
    order by id limit ${ids.length + names.length} for key share`);

/** Which of these values are stored for the agent already, by value. */
export async function listStoredValues(
  db: Db,
  key: Buffer,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
  values: readonly string[],
): Promise<Map<string, string>> {
  const marks = new Map(values.map((value) => [fingerprint(key, value).toString('hex'), value]));
  const rows = await many<{ id: string; mark: string }>(db, sql`
    select distinct on (fingerprint) id, encode(fingerprint, 'hex') as mark from secrets
    where company_id = ${companyId} and agent_id = ${agentId}
      and fingerprint = any(array(
        select decode(mark, 'hex') from unnest(${[...marks.keys()]}::text[]) as mark
      ))
    order by fingerprint, id
    limit ${values.length}`);
  return new Map(rows.map(({ id, mark }) => [marks.get(mark) ?? '', id]));
}

/** What the agent's configuration refers to, from now on. The secrets cannot go away meanwhile. */
export async function saveUses(
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
  secretIds: readonly string[],
): Promise<void> {
  await none(db, sql`
    delete from secret_uses
    where company_id = ${companyId} and agent_id = ${agentId}
      and secret_id <> all(${secretIds}::uuid[])`);
  await none(db, sql`
    insert into secret_uses (company_id, agent_id, secret_id)
    select company_id, ${agentId}::uuid, id from secrets
    where company_id = ${companyId} and id = any(${secretIds}::uuid[])
    on conflict do nothing`);
}

/** Values by id of what the agent's configuration refers to, as it was recorded. */
export async function openSecrets(
  db: Db,
  key: Buffer,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
): Promise<Map<string, string>> {
  const rows = await many<{ id: string; version: number; sealed: Buffer }>(db, sql`
    select s.id, s.version, s.sealed
    from secret_uses u join secrets s on s.company_id = u.company_id and s.id = u.secret_id
    where u.company_id = ${companyId} and u.agent_id = ${agentId}
    order by s.id limit ${USED_MAX}`);
  return new Map(rows.map(({ id, version, sealed }) => [
    id, unseal(key, sealed, aboutSecret(companyId, id, version)).toString('utf8'),
  ]));
}
