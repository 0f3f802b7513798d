/** Codes that sign in once. Only their hashes are stored, and a used code is deleted. */
import { maybeOne, one, sql, type Db, type OldRows } from '@muster/service-kit';

/** Valid at a moment: neither expired nor of a token that has ended. */
export interface SignInLink {
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
  readonly boardTokenId: string | null;
  readonly tokenExpiresAt: string | null;
  readonly expiresAt: string;
  /** Whether only the page that began the sign-in can use it. */
  readonly boundToPage: boolean;
}

export interface NewSignInLink {
  readonly id: string;
  readonly userId: string;
  readonly codeHash: Buffer;
  readonly validSeconds: number;
}

/** Replaces the link that the token made before. */
export const saveLinkOfToken = (
  db: Db,
  { id, userId, codeHash, validSeconds, boardTokenId }: NewSignInLink & { boardTokenId: string },
): Promise<{ expiresAt: string }> =>
  one(
    db,
    sql`
    insert into sign_in_links (id, user_id, board_token_id, code_hash, expires_at)
    values (${id}, ${userId}, ${boardTokenId}, ${codeHash},
      now() + make_interval(secs => ${validSeconds}))
    on conflict (board_token_id) do update set
      id = excluded.id, code_hash = excluded.code_hash, created_at = now(),
      expires_at = excluded.expires_at
    returning expires_at`,
  );

/** Of a sign-in at the provider, for the page that began it. */
export const insertLinkOfPage = (
  db: Db,
  {
    id,
    userId,
    codeHash,
    validSeconds,
    pageSecretHash,
  }: NewSignInLink & { pageSecretHash: Buffer },
): Promise<{ expiresAt: string }> =>
  one(
    db,
    sql`
    insert into sign_in_links (id, user_id, page_secret_hash, code_hash, expires_at)
    values (${id}, ${userId}, ${pageSecretHash}, ${codeHash},
      now() + make_interval(secs => ${validSeconds}))
    returning expires_at`,
  );

const linkColumns = sql`
  l.user_id, u.name, u.email, l.board_token_id, t.expires_at as token_expires_at, l.expires_at,
  l.page_secret_hash is not null as bound_to_page`;
const isValid = sql`
  l.expires_at > now() and u.disabled_at is null and (l.board_token_id is null
    or (t.revoked_at is null and (t.expires_at is null or t.expires_at > now())))`;

export const findSignInLink = (db: Db, codeHash: Buffer): Promise<SignInLink | undefined> =>
  maybeOne<SignInLink>(
    db,
    sql`
    select ${linkColumns} from sign_in_links l join users u on u.id = l.user_id
      left join board_tokens t on t.id = l.board_token_id
    where l.code_hash = ${codeHash} and ${isValid}`,
  );

/** Deletes the link; undefined unless it is valid, and for this page. One of many attempts gets it. */
export const useSignInLink = (
  db: Db,
  { codeHash, pageSecretHash }: { codeHash: Buffer; pageSecretHash: Buffer },
): Promise<SignInLink | undefined> =>
  maybeOne<SignInLink>(
    db,
    sql`
    with used as (
      delete from sign_in_links where code_hash = ${codeHash}
        and coalesce(page_secret_hash, ${pageSecretHash}) = ${pageSecretHash}
      returning user_id, board_token_id, expires_at, page_secret_hash
    )
    select ${linkColumns} from used l join users u on u.id = l.user_id
      left join board_tokens t on t.id = l.board_token_id
    where ${isValid}`,
  );

export const expiredSignInLinks: OldRows = {
  table: sql`sign_in_links`,
  by: sql`expires_at`,
  below: sql`now()`,
};
