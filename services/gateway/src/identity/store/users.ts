/** Board users. The sign-in library reads and writes the same rows. */
import { Refusal, type User } from '@muster/contracts';
import { many, maybeOne, NIL_UUID, none, one, sql, type Db } from '@muster/service-kit';

const userColumns = sql`id, name, email, instance_admin, disabled_at, created_at`;

export const findUser = (db: Db, userId: string): Promise<User | undefined> =>
  maybeOne<User>(db, sql`select ${userColumns} from users where id = ${userId}`);

export const findUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  maybeOne<User>(db, sql`select ${userColumns} from users where email = ${email}`);

export async function lockUser(db: Db, userId: string): Promise<User> {
  const user = await maybeOne<User>(
    db,
    sql`
    select ${userColumns} from users where id = ${userId} for update`,
  );
  if (!user) throw new Refusal('user_not_found');
  return user;
}

export const listUserRows = (
  db: Db,
  {
    after,
    limit,
  }: {
    after: readonly [createdAt: string, userId: string] | undefined;
    limit: number;
  },
): Promise<User[]> =>
  many<User>(
    db,
    sql`
    select ${userColumns} from users
    where (created_at, id) > (
      ${after?.[0] ?? '-infinity'}::timestamptz,
      ${after?.[1] ?? NIL_UUID}::uuid)
    order by created_at, id limit ${limit}`,
  );

/**
 * The address counts as verified, because the invitation was sent to it. Undefined if the user
 * exists: another invitation to the same address may have been accepted a moment ago.
 */
export const insertUser = (
  db: Db,
  user: { id: string; email: string; name: string; instanceAdmin: boolean },
): Promise<User | undefined> =>
  maybeOne<User>(
    db,
    sql`
    insert into users (id, email, email_verified, name, instance_admin)
    values (${user.id}, ${user.email}, true, ${user.name}, ${user.instanceAdmin})
    on conflict (email) do nothing
    returning ${userColumns}`,
  );

/** In the sign-in library's form: the account id of a password is the user's id. */
export const insertPassword = (
  db: Db,
  { id, userId, passwordHash }: { id: string; userId: string; passwordHash: string },
): Promise<void> =>
  none(
    db,
    sql`
    insert into accounts (id, user_id, provider_id, account_id, password)
    values (${id}, ${userId}, 'credential', ${userId}::text, ${passwordHash})`,
  );

export const saveUser = (
  db: Db,
  { id, instanceAdmin, disabledAt }: Pick<User, 'id' | 'instanceAdmin' | 'disabledAt'>,
): Promise<User> =>
  one<User>(
    db,
    sql`
    update users set instance_admin = ${instanceAdmin}, disabled_at = ${disabledAt},
      updated_at = now()
    where id = ${id} returning ${userColumns}`,
  );

export const hasEnvironmentToken = async (db: Db, userId: string): Promise<boolean> =>
  (
    await many(
      db,
      sql`
    select 1 from board_tokens where user_id = ${userId} and from_environment limit 1`,
    )
  ).length > 0;
