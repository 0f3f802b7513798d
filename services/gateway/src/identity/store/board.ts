/** The instance admin and its token from the environment. */
import { many, none, one, sql, type Db } from '@muster/service-kit';

export const saveAdmin = async (db: Db, id: string): Promise<string> => {
  const admin = await one<{ id: string }>(
    db,
    sql`
    insert into users as u (id, login, name, instance_admin) values (${id}, 'admin', 'admin', true)
    on conflict (login) do update set instance_admin = true
    returning u.id`,
  );
  return admin.id;
};

/** Replaces the environment's previous token; answers whether it is another one. */
export async function saveEnvironmentToken(
  db: Db,
  { id, userId, tokenHash }: { id: string; userId: string; tokenHash: Buffer },
): Promise<boolean> {
  await none(
    db,
    sql`
    delete from board_tokens where from_environment and token_hash <> ${tokenHash}`,
  );
  const added = await many(
    db,
    sql`
    insert into board_tokens (id, user_id, token_hash, from_environment)
    values (${id}, ${userId}, ${tokenHash}, true)
    on conflict (token_hash) do nothing returning id`,
  );
  return added.length > 0;
}
