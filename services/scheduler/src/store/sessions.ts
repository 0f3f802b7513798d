/** Sessions of agents, one per issue that an agent works on. */
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { HeldRun } from '../domain/held-run.ts';

/** Stored sessions of one agent: those of its most recent issues. */
const SESSIONS_MAX = 100;

type SessionKey = Pick<HeldRun, 'id' | 'epoch' | 'fence' | 'companyId' | 'agentId' | 'issueId'>;

/** The session to resume, if the configuration of the agent has not changed since. */
export const findSession = async (
  db: Db,
  { companyId, agentId, issueId }: SessionKey,
  configured: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ sessionId: string }>(
    db,
    sql`
    select session_id from sessions
    where agent_id = ${agentId} and issue_id = ${issueId} and company_id = ${companyId}
      and configured = ${configured}`,
  );
  return found?.sessionId;
};

/** A holder that was superseded stores nothing. */
export const saveSession = (
  db: Db,
  { id, epoch, fence }: SessionKey,
  sessionId: string,
  configured: string,
): Promise<void> =>
  none(
    db,
    sql`
    insert into sessions (agent_id, issue_id, company_id, session_id, configured)
    select agent_id, issue_id, company_id, ${sessionId}, ${configured} from runs
    where id = ${id} and epoch = ${epoch} and fence = ${fence} and held and issue_id is not null
    on conflict (agent_id, issue_id) do update set
      session_id = excluded.session_id, configured = excluded.configured, updated_at = now()`,
  );

export const dropSession = (db: Db, { companyId, agentId, issueId }: SessionKey): Promise<void> =>
  none(
    db,
    sql`
    delete from sessions
    where agent_id = ${agentId} and issue_id = ${issueId} and company_id = ${companyId}`,
  );

export const dropOldSessions = (db: Db, { companyId, agentId }: SessionKey): Promise<void> =>
  none(
    db,
    sql`
    delete from sessions
    where agent_id = ${agentId} and company_id = ${companyId} and issue_id in (
      select issue_id from sessions where agent_id = ${agentId}
      order by updated_at desc, issue_id offset ${SESSIONS_MAX}
    )`,
  );
