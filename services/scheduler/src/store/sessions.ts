/** Sessions of agents, one per issue that an agent works on. */
import type { SessionCounts } from '@muster/cli-agents';
import { maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { HeldRun, Holder } from '../domain/held-run.ts';
import type { ReportedUse } from '../domain/reported-use.ts';
import { isRunOf } from './runs/run-states.ts';

/** Stored sessions of one agent: those of its most recent issues. */
const SESSIONS_MAX = 100;

type SessionKey = Pick<HeldRun, 'id' | 'epoch' | 'fence' | 'companyId' | 'agentId' | 'issueId'>;

export interface StoredSession {
  readonly sessionId: string;
  /** Null where its program does not count it. */
  readonly counts: SessionCounts | null;
}

/** The session to resume, if the configuration of the agent has not changed since. */
export const findSession = (
  db: Db,
  { companyId, agentId, issueId }: SessionKey,
  configured: string,
): Promise<StoredSession | undefined> =>
  maybeOne<StoredSession>(
    db,
    sql`
    select session_id, counts from sessions
    where agent_id = ${agentId} and issue_id = ${issueId} and company_id = ${companyId}
      and configured = ${configured}`,
  );

/** A holder that was superseded stores nothing. */
export const saveSession = (
  db: Db,
  holder: SessionKey,
  sessionId: string,
  configured: string,
): Promise<void> =>
  none(
    db,
    sql`
    insert into sessions (agent_id, issue_id, company_id, session_id, configured)
    select agent_id, issue_id, company_id, ${sessionId}, ${configured} from runs
    where ${isRunOf(holder)} and held and issue_id is not null
    on conflict (agent_id, issue_id) do update set
      session_id = excluded.session_id, configured = excluded.configured, updated_at = now(),
      counts = case when sessions.session_id = excluded.session_id then sessions.counts end`,
  );

/** By the holder of a run, also when the run has just ended; another session's are left alone. */
export const saveCounts = (
  db: Db,
  holder: Holder,
  { sessionId, of }: NonNullable<ReportedUse['counts']>,
): Promise<void> =>
  none(
    db,
    sql`
    update sessions s set counts = ${JSON.stringify(of)}::jsonb from runs
    where ${isRunOf(holder)}
      and s.company_id = runs.company_id and s.agent_id = runs.agent_id
      and s.issue_id = runs.issue_id and s.session_id = ${sessionId}`,
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
