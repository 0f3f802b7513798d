/** From a credential to whom it belongs: one statement a kind. */
import type { AgentStatus } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';

export interface KeyHolder {
  readonly keyId: string;
  readonly secretHash: Buffer;
  readonly revokedAt: string | null;
  readonly agentId: string;
  readonly companyId: string;
  readonly name: string;
  readonly status: AgentStatus;
}

export const findKeyHolder = (db: Db, lookup: string): Promise<KeyHolder | undefined> =>
  maybeOne<KeyHolder>(db, sql`
    select k.id as key_id, k.secret_hash, k.revoked_at, a.agent_id, a.company_id, a.name, a.status
    from agent_keys k join agents a on a.agent_id = k.agent_id
    where k.lookup = ${lookup}`);

export interface RunHolder {
  readonly name: string;
  readonly status: AgentStatus;
  /** null: the run's event has not come here yet. */
  readonly ended: boolean | null;
  readonly epoch: number | null;
}

export const findRunHolder = (
  db: Db,
  { runId, agentId, companyId }: { runId: string; agentId: string; companyId: string },
): Promise<RunHolder | undefined> =>
  maybeOne<RunHolder>(db, sql`
    select a.name, a.status, r.ended, r.epoch
    from agents a left join runs r on r.run_id = ${runId} and r.agent_id = a.agent_id
    where a.agent_id = ${agentId} and a.company_id = ${companyId}`);

export interface BoardHolder {
  readonly userId: string;
  readonly name: string;
  readonly instanceAdmin: boolean;
}

export const findBoardHolder = (db: Db, tokenHash: Buffer): Promise<BoardHolder | undefined> =>
  maybeOne<BoardHolder>(db, sql`
    select u.id as user_id, u.name, u.instance_admin
    from board_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash}`);
