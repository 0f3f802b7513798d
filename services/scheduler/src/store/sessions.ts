/** Sessions of agents, one for each issue that an agent works on. */
import type { Run } from '@muster/contracts';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';

/** Sessions kept of one agent; of more issues than this it remembers the latest. */
const SESSIONS_MAX = 100;

type OfRun = Pick<Run, 'id' | 'epoch' | 'companyId' | 'agentId' | 'issueId'>;

/** The one to go on with, where the agent is configured as it was then. */
export const findSession = async (
  db: Db,
  { companyId, agentId, issueId }: OfRun,
  configured: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ sessionId: string }>(db, sql`
    select session_id from sessions
    where agent_id = ${agentId} and issue_id = ${issueId} and company_id = ${companyId}
      and configured = ${configured}`);
  return found?.sessionId;
};

/** A superseded holder keeps nothing. */
export const saveSession = (
  db: Db,
  { id, epoch }: OfRun,
  sessionId: string,
  configured: string,
): Promise<void> =>
  none(db, sql`
    insert into sessions (agent_id, issue_id, company_id, session_id, configured)
    select agent_id, issue_id, company_id, ${sessionId}, ${configured} from runs
    where id = ${id} and epoch = ${epoch} and held and issue_id is not null
    on conflict (agent_id, issue_id) do update set
      session_id = excluded.session_id, configured = excluded.configured, updated_at = now()`);

export const dropSession = (db: Db, { companyId, agentId, issueId }: OfRun): Promise<void> =>
  none(db, sql`
    delete from sessions
    where agent_id = ${agentId} and issue_id = ${issueId} and company_id = ${companyId}`);

export const dropOldSessions = (db: Db, { companyId, agentId }: OfRun): Promise<void> =>
  none(db, sql`
    delete from sessions
    where agent_id = ${agentId} and company_id = ${companyId} and issue_id in (
      select issue_id from sessions where agent_id = ${agentId}
      order by updated_at desc, issue_id offset ${SESSIONS_MAX}
    )`);
