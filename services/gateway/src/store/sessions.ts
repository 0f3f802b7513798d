/** Where people are signed in. The sign-in library makes the rows. */
import { Refusal, type Session } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';

/** Most sessions that one list shows. */
const SESSIONS_MAX = 500;

const sessionColumns = sql`id, created_at, expires_at, ip_address as address, user_agent`;

export const listSessions = (db: Db, userId: string): Promise<Session[]> =>
  many<Session>(db, sql`
    select ${sessionColumns} from sessions where user_id = ${userId} and expires_at > now()
    order by created_at desc, id desc limit ${SESSIONS_MAX}`);

export const findSession = (db: Db, token: string): Promise<Session | undefined> =>
  maybeOne<Session>(db, sql`select ${sessionColumns} from sessions where token = ${token}`);

export async function deleteSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Session> {
  const session = await maybeOne<Session>(db, sql`
    delete from sessions where id = ${sessionId} and user_id = ${userId}
    returning ${sessionColumns}`);
  if (!session) throw new Refusal('session_not_found');
  return session;
}

export const deleteSessionsOf = (db: Db, userId: string): Promise<void> =>
  none(db, sql`delete from sessions where user_id = ${userId}`);

/** Rows of one pass that forgets. */
const FORGET_MAX = 5_000;

export const forgetSessions = async (db: Db): Promise<number> => {
  const rows = await many(db, sql`
    delete from sessions where id in (
      select id from sessions where expires_at < now() order by expires_at limit ${FORGET_MAX}
    ) returning 1`);
  return rows.length;
};

/** What a sign-in at a provider remembered, and nobody came back. */
export const forgetVerifications = async (db: Db): Promise<number> => {
  const rows = await many(db, sql`
    delete from verifications where id in (
      select id from verifications where expires_at < now() order by expires_at
      limit ${FORGET_MAX}
    ) returning 1`);
  return rows.length;
};
