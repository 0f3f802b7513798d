/** Owners of credentials: one statement for each kind of credential. */
import type { AgentStatus, CompanyStatus, TokenLimits } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';

export interface KeyHolder {
  readonly keyId: string;
  readonly secretHash: Buffer;
  readonly expiresAt: string | null;
  readonly agentId: string;
  readonly companyId: string;
  readonly name: string;
  readonly status: AgentStatus;
  /** null if no event of the company has been applied yet. */
  readonly companyStatus: CompanyStatus | null;
}

export const findKeyHolder = (db: Db, lookup: string): Promise<KeyHolder | undefined> =>
  maybeOne<KeyHolder>(
    db,
    sql`
    select k.id as key_id, k.secret_hash, k.expires_at, a.agent_id, a.company_id, a.name, a.status,
      c.status as company_status
    from agent_keys k join agents a on a.agent_id = k.agent_id
      left join companies c on c.company_id = a.company_id
    where k.lookup = ${lookup} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > now())`,
  );

export interface RunHolder {
  readonly name: string;
  readonly status: AgentStatus;
  readonly companyStatus: CompanyStatus | null;
  /** null if the run's event has not been applied yet. */
  readonly ended: boolean | null;
  readonly epoch: number | null;
}

export const findRunHolder = (
  db: Db,
  { runId, agentId, companyId }: { runId: string; agentId: string; companyId: string },
): Promise<RunHolder | undefined> =>
  maybeOne<RunHolder>(
    db,
    sql`
    select a.name, a.status, c.status as company_status, r.ended, r.epoch
    from agents a left join runs r on r.run_id = ${runId} and r.agent_id = a.agent_id
      left join companies c on c.company_id = a.company_id
    where a.agent_id = ${agentId} and a.company_id = ${companyId}`,
  );

export interface BoardHolder extends TokenLimits {
  readonly tokenId: string;
  readonly tokenHash: Buffer;
  readonly expiresAt: string | null;
  readonly userId: string;
  /** The part of the installation that it was given for; null: all. */
  readonly resource: 'api' | 'mcp' | null;
}

const boardTokens = sql`
  select id as token_id, token_hash, least(expires_at, secret_expires_at) as expires_at, user_id,
    resource, company_ids as companies, read_only, may_decide
  from board_tokens`;
const isValid = sql`
  revoked_at is null and (expires_at is null or expires_at > now())
  and (secret_expires_at is null or secret_expires_at > now())`;

/** A user's token, by its public lookup part. */
export const findBoardTokenByLookup = (db: Db, lookup: string): Promise<BoardHolder | undefined> =>
  maybeOne<BoardHolder>(db, sql`${boardTokens} where lookup = ${lookup} and ${isValid}`);

/** The environment's token, which has any form, by its hash. */
export const findEnvironmentToken = (db: Db, tokenHash: Buffer): Promise<BoardHolder | undefined> =>
  maybeOne<BoardHolder>(
    db,
    sql`
    ${boardTokens} where token_hash = ${tokenHash} and from_environment`,
  );
