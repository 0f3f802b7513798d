/**
 * How often somebody tried to sign in, counted over all replicas before the password is looked at,
 * so that guessing at once is no faster than one after the other.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '@muster/contracts';
import { many, none, sql, type Db } from '@muster/service-kit';

/** Within one window of fifteen minutes. A person mistypes; a program does not stop. */
const ACCOUNT_MAX = 20;
/** People of one office may share an address. */
const ADDRESS_MAX = 100;
/** Rows of one pass that forgets. */
const FORGET_MAX = 5_000;

export interface Tried {
  readonly account: string;
  readonly address: string;
}

const keyOf = (kind: string, value: string): Buffer =>
  createHash('sha256').update(`${kind} ${value}`).digest();

/** Refuses when the account or the address was tried too often. */
export async function takeAttempt(db: Db, { account, address }: Tried): Promise<void> {
  const accountKey = keyOf('account', account);
  const keys = [accountKey, keyOf('address', address)].toSorted(Buffer.compare);
  const rows = await many<{ key: Buffer; attempts: number; retryAfterSeconds: number }>(db, sql`
    insert into sign_in_attempts as a (key, attempts, since)
    select key, 1, now() from unnest(${keys}::bytea[]) as key
    on conflict (key) do update set
      attempts = case when a.since < now() - interval '15 minutes' then 1 else a.attempts + 1 end,
      since = case when a.since < now() - interval '15 minutes' then now() else a.since end
    returning key, attempts,
      ceil(extract(epoch from since + interval '15 minutes' - now()))::integer
        as retry_after_seconds`);
  for (const { key, attempts, retryAfterSeconds } of rows) {
    const isAccount = key.equals(accountKey);
    if (attempts <= (isAccount ? ACCOUNT_MAX : ADDRESS_MAX)) continue;
    throw new Refusal('rate_limited', { by: isAccount ? 'account' : 'address', retryAfterSeconds });
  }
}

/** Who has signed in was not guessing. */
export const forgiveAttempts = (db: Db, { account, address }: Tried): Promise<void> =>
  none(db, sql`
    with tried as materialized (
      select key from sign_in_attempts
      where key = any(${[keyOf('account', account), keyOf('address', address)]}::bytea[])
      order by key for update
    )
    update sign_in_attempts as a
    set attempts = case when a.key = ${keyOf('account', account)} then 0
      else greatest(a.attempts - 1, 0) end
    from tried where a.key = tried.key`);

export const forgetAttempts = async (db: Db): Promise<number> => {
  const rows = await many(db, sql`
    delete from sign_in_attempts where key in (
      select key from sign_in_attempts where since < now() - interval '1 hour'
      order by since limit ${FORGET_MAX}
    ) returning 1`);
  return rows.length;
};
