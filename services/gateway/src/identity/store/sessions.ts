/** Sessions of board users. The sign-in library inserts those that are bound to nothing. */
import { Refusal, type Session, type TokenLimits } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type OldRows } from '@muster/service-kit';

/** Sessions listed at most. */
const SESSIONS_MAX = 500;

const sessionColumns = sql`id, created_at, expires_at, ip_address as address, user_agent`;

export const listSessionRows = (db: Db, userId: string): Promise<Session[]> =>
  many<Session>(
    db,
    sql`
    select ${sessionColumns} from sessions where user_id = ${userId} and expires_at > now()
    order by created_at desc, id desc limit ${SESSIONS_MAX}`,
  );

export const findSession = (db: Db, token: string): Promise<Session | undefined> =>
  maybeOne<Session>(db, sql`select ${sessionColumns} from sessions where token = ${token}`);

/** Whose session a token is. */
export const findSessionOf = (
  db: Db,
  token: string,
): Promise<{ id: string; userId: string } | undefined> =>
  maybeOne(db, sql`select id, user_id from sessions where token = ${token}`);

/** A session of a page, of a board token, or of both; its token is the hash of its cookie. */
export interface BoundSession extends TokenLimits {
  readonly id: string;
  readonly userId: string;
  readonly expiresAt: string;
  readonly pageSecretHash: Buffer | null;
  readonly boardTokenId: string | null;
}

/** Undefined if it has expired, or its board token has ended. */
export const findBoundSession = (db: Db, token: string): Promise<BoundSession | undefined> =>
  maybeOne<BoundSession>(
    db,
    sql`
    select s.id, s.user_id, s.expires_at, s.page_secret_hash, s.board_token_id,
      t.company_ids as companies, coalesce(t.read_only, false) as read_only, t.may_decide
    from sessions s left join board_tokens t on t.id = s.board_token_id
    where s.token = ${token} and s.expires_at > now() and (s.board_token_id is null
      or (t.revoked_at is null and (t.expires_at is null or t.expires_at > now())))`,
  );

/** It ends with its board token at the latest. */
export const insertBoundSession = (
  db: Db,
  session: {
    id: string;
    userId: string;
    token: string;
    validSeconds: number;
    pageSecretHash: Buffer | null;
    boardTokenId: string | null;
    address: string;
    userAgent: string | null;
  },
): Promise<Session> =>
  one<Session>(
    db,
    sql`
    insert into sessions (
      id, user_id, token, expires_at, page_secret_hash, board_token_id, ip_address, user_agent
    ) values (
      ${session.id}, ${session.userId}, ${session.token},
      least(now() + make_interval(secs => ${session.validSeconds}),
        (select expires_at from board_tokens where id = ${session.boardTokenId})),
      ${session.pageSecretHash}, ${session.boardTokenId}, ${session.address}, ${session.userAgent}
    ) returning ${sessionColumns}`,
  );

/** Binds a session that the sign-in library has made to a page. */
export const bindSession = (
  db: Db,
  { from, token, pageSecretHash }: { from: string; token: string; pageSecretHash: Buffer },
): Promise<Session> =>
  one<Session>(
    db,
    sql`
    update sessions set token = ${token}, page_secret_hash = ${pageSecretHash}, updated_at = now()
    where token = ${from} returning ${sessionColumns}`,
  );

/** Deletes a session by its token; answers with its user. */
export const takeSession = (db: Db, token: string): Promise<{ userId: string } | undefined> =>
  maybeOne(db, sql`delete from sessions where token = ${token} returning user_id`);

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

export const expiredSessions: OldRows = {
  table: sql`sessions`,
  by: sql`expires_at`,
  below: sql`now()`,
};

/** State of sign-ins at the provider that were never finished. */
export const expiredVerifications: OldRows = {
  table: sql`verifications`,
  by: sql`expires_at`,
  below: sql`now()`,
};
