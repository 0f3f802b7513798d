/** Tokens that board users create for themselves. Only the hash of the secret part is stored. */
import { Refusal, type BoardToken, type TokenLimits } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';

/** Tokens listed at most, the newest first, so that valid tokens are listed. */
const TOKENS_MAX = 500;

const tokenColumns = sql`
  id, name, created_at, expires_at, last_used_at, revoked_at, company_ids as companies, read_only,
  may_decide`;

export const insertBoardToken = (
  db: Db,
  token: {
    id: string;
    userId: string;
    name: string | null;
    lookup: string;
    secretHash: Buffer;
    createdAt: string;
    expiresAt: string | null;
  } & TokenLimits,
): Promise<void> =>
  none(
    db,
    sql`
    insert into board_tokens (
      id, user_id, name, lookup, token_hash, from_environment, created_at, expires_at, company_ids,
      read_only, may_decide
    ) values (
      ${token.id}, ${token.userId}, ${token.name}, ${token.lookup}, ${token.secretHash}, false,
      ${token.createdAt}, ${token.expiresAt}, ${token.companies}::uuid[], ${token.readOnly},
      ${token.mayDecide}
    )`,
  );

/** Without the environment's token, which its user can neither list nor revoke. */
export const listBoardTokenRows = (db: Db, userId: string): Promise<BoardToken[]> =>
  many<BoardToken>(
    db,
    sql`
    select ${tokenColumns} from board_tokens
    where user_id = ${userId} and not from_environment
    order by created_at desc, id desc limit ${TOKENS_MAX}`,
  );

export async function lockBoardToken(
  db: Db,
  { userId, tokenId }: { userId: string; tokenId: string },
): Promise<BoardToken> {
  const token = await maybeOne<BoardToken>(
    db,
    sql`
    select ${tokenColumns} from board_tokens
    where user_id = ${userId} and id = ${tokenId} and not from_environment for update`,
  );
  if (!token) throw new Refusal('token_not_found');
  return token;
}

export const revokeToken = (db: Db, tokenId: string, revokedAt: string): Promise<void> =>
  none(db, sql`update board_tokens set revoked_at = ${revokedAt} where id = ${tokenId}`);

/** Records the use of tokens, at most once a minute each, so that reads cause few writes. */
export const touchBoardTokens = (db: Db, tokenIds: readonly string[]): Promise<void> =>
  none(
    db,
    sql`
    update board_tokens set last_used_at = now()
    where id = any(${tokenIds}::uuid[])
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
  );

/** A token that was for this company alone is then for none. */
export const removeCompanyFromTokens = (db: Db, companyId: string): Promise<void> =>
  none(
    db,
    sql`
    update board_tokens set company_ids = array_remove(company_ids, ${companyId}::uuid)
    where ${companyId}::uuid = any(company_ids)`,
  );
