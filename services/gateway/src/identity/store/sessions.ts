/** Sessions of board users. The sign-in library inserts the rows. */
import { Refusal, type Session } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db, type Deleted } from '@muster/service-kit';

/** Sessions listed at most. */
const SESSIONS_MAX = 500;

const sessionColumns = sql`id, created_at, expires_at, ip_address as address, user_agent`;

export const listSessions = (db: Db, userId: string): Promise<Session[]> =>
  many<Session>(
    db,
    sql`
    select ${sessionColumns} from sessions where user_id = ${userId} and expires_at > now()
    order by created_at desc, id desc limit ${SESSIONS_MAX}`,
  );

export const findSession = (db: Db, token: string): Promise<Session | undefined> =>
  maybeOne<Session>(db, sql`select ${sessionColumns} from sessions where token = ${token}`);

export async function deleteSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Session> {
  const session = await maybeOne<Session>(
    db,
    sql`
    delete from sessions where id = ${sessionId} and user_id = ${userId}
    returning ${sessionColumns}`,
  );
  if (!session) throw new Refusal('session_not_found');
  return session;
}

export const deleteSessionsOf = (db: Db, userId: string): Promise<void> =>
  none(db, sql`delete from sessions where user_id = ${userId}`);

/** Rows deleted at a time. */
const DELETE_BATCH = 5_000;

export const deleteExpiredSessions = async (db: Db): Promise<Deleted> => {
  const rows = await many(
    db,
    sql`
    delete from sessions where id in (
      select id from sessions where expires_at < now() order by expires_at limit ${DELETE_BATCH}
    ) returning 1`,
  );
  return { count: rows.length };
};

/** State of sign-ins at the provider that were never finished. */
export const deleteExpiredVerifications = async (db: Db): Promise<Deleted> => {
  const rows = await many(
    db,
    sql`
    delete from verifications where id in (
      select id from verifications where expires_at < now() order by expires_at
      limit ${DELETE_BATCH}
    ) returning 1`,
  );
  return { count: rows.length };
};
