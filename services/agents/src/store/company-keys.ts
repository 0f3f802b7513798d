/**
 * The key of a company encrypts its secrets and is itself stored encrypted, wrapped by the master
 * key. Another master key means that these few rows are wrapped anew, and no secret is touched.
 */
import { randomBytes } from 'node:crypto';
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import { KEY_BYTES, seal, unseal, type MasterKeys } from './cipher.ts';

interface WrappedKey {
  readonly companyId: string;
  readonly masterKeyId: string;
  readonly wrapped: Buffer;
}

/** Most keys that are wrapped anew at a time. */
const BATCH_MAX = 100;

const about = (companyId: string): string => `key of company ${companyId}`;

export async function findCompanyKey(
  db: Db,
  masters: MasterKeys,
  companyId: string,
): Promise<Buffer | undefined> {
  const key = await maybeOne<WrappedKey>(db, sql`
    select company_id, master_key_id, wrapped from company_keys where company_id = ${companyId}`);
  return key && unwrapped(masters, key);
}

/** Made with the first secret; whoever else makes it at that moment waits and takes this one. */
export async function getCompanyKey(
  db: Db,
  masters: MasterKeys,
  companyId: string,
): Promise<Buffer> {
  const found = await findCompanyKey(db, masters, companyId);
  if (found) return found;
  const { current } = masters;
  const wrapped = seal(current.bytes, randomBytes(KEY_BYTES), about(companyId));
  await none(db, sql`
    insert into company_keys (company_id, master_key_id, wrapped)
    values (${companyId}, ${current.id}, ${wrapped})
    on conflict (company_id) do nothing`);
  const made = await findCompanyKey(db, masters, companyId);
  if (!made) throw new Error(`company ${companyId} has no key`);
  return made;
}

/** Master keys that are needed and not given. */
export const listUnknownMasters = (db: Db, masters: MasterKeys): Promise<{ id: string }[]> =>
  many<{ id: string }>(db, sql`
    select distinct master_key_id as id from company_keys
    where master_key_id <> all(${masters.known.map(({ id }) => id)}::text[])
    order by 1 limit 10`);

/** How many were wrapped by another known master and are now by the current one. */
export async function rewrapKeys(db: Db, masters: MasterKeys): Promise<number> {
  const { current } = masters;
  const keys = await many<WrappedKey>(db, sql`
    select company_id, master_key_id, wrapped from company_keys
    where master_key_id <> ${current.id}
    order by company_id limit ${BATCH_MAX} for update skip locked`);
  for (const key of keys) {
    const wrapped = seal(current.bytes, unwrapped(masters, key), about(key.companyId));
    await none(db, sql`
      update company_keys
      set wrapped = ${wrapped}, master_key_id = ${current.id}, wrapped_at = now()
      where company_id = ${key.companyId}`);
  }
  return keys.length;
}

function unwrapped({ known }: MasterKeys, { companyId, masterKeyId, wrapped }: WrappedKey): Buffer {
  const master = known.find(({ id }) => id === masterKeyId);
  if (!master) throw new Error(`master key ${masterKeyId} is not among the given ones`);
  return unseal(master.bytes, wrapped, about(companyId));
}
