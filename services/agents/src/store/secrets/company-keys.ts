/**
 * The key of a company encrypts its secrets and is itself stored wrapped by the master key. A new
 * master key rewraps these few rows and leaves the secrets as they are.
 */
import { randomBytes } from 'node:crypto';
import { many, maybeOne, none, seal, sql, type Db } from '@muster/service-kit';
import { KEY_BYTES, type MasterKeys, open } from './master-keys.ts';

interface WrappedKey {
  readonly companyId: string;
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
}

/** Keys per rewrapping transaction. */
const BATCH_MAX = 100;

const keySubject = (companyId: string): string => `key of company ${companyId}`;

export async function findCompanyKey(
  db: Db,
  masters: MasterKeys,
  companyId: string,
): Promise<Buffer | undefined> {
  const key = await maybeOne<WrappedKey>(
    db,
    sql`
    select company_id, master_key_id, wrapped from company_keys where company_id = ${companyId}`,
  );
  return key && unwrap(masters, key);
}

/** Creates the key with the first secret; a concurrent caller waits and reads the same key. */
export async function getCompanyKey(
  db: Db,
  masters: MasterKeys,
  companyId: string,
): Promise<Buffer> {
  const found = await findCompanyKey(db, masters, companyId);
  if (found) return found;
  const { current } = masters;
  const wrapped = seal(current.bytes, randomBytes(KEY_BYTES), keySubject(companyId));
  await none(
    db,
    sql`
    insert into company_keys (company_id, master_key_id, wrapped)
    values (${companyId}, ${current.id}, ${wrapped})
    on conflict (company_id) do nothing`,
  );
  const made = await findCompanyKey(db, masters, companyId);
  if (!made) throw new Error(`company ${companyId} has no key`);
  return made;
}

/** Master keys that wrap company keys and are not configured. */
export const listUnknownMasterKeys = (db: Db, masters: MasterKeys): Promise<{ id: string }[]> =>
  many<{ id: string }>(
    db,
    sql`
    select distinct master_key_id as id from company_keys
    where master_key_id <> all(${masters.known.map(({ id }) => id)}::text[])
    order by 1 limit 10`,
  );

/** Rewraps a batch of keys with the current master key and returns their number. */
export async function rewrapKeys(db: Db, masters: MasterKeys): Promise<number> {
  const { current } = masters;
  const keys = await many<WrappedKey>(
    db,
    sql`
    select company_id, master_key_id, wrapped from company_keys
    where master_key_id <> ${current.id}
    order by company_id limit ${BATCH_MAX} for update skip locked`,
  );
  for (const key of keys) {
    const wrapped = seal(current.bytes, unwrap(masters, key), keySubject(key.companyId));
    await none(
      db,
      sql`
      update company_keys
      set wrapped = ${wrapped}, master_key_id = ${current.id}, wrapped_at = now()
      where company_id = ${key.companyId}`,
    );
  }
  return keys.length;
}

function unwrap({ known }: MasterKeys, { companyId, masterKeyId, wrapped }: WrappedKey): Buffer {
  const master = known.find(({ id }) => id === masterKeyId);
  if (!master) throw new Error(`master key ${masterKeyId} is not configured`);
  return open(master.bytes, wrapped, keySubject(companyId));
}
