/** Records of an agent's wake-ups about one subject, to explain why it was woken or not. */
import {
  WAKES_SHOWN_MAX,
  type Run,
  type SkipCount,
  type SkipRecord,
  type WakeRecord,
} from '@muster/contracts';
import { many, sql, type Db, type Statement } from '@muster/service-kit';
import { runColumns } from '../runs/runs.ts';

/** Records of each kind in one answer. */
const RECORDS_MAX = 20;

export interface AgentKey {
  readonly companyId: string;
  readonly agentId: string;
}

export interface Subject {
  readonly issueId?: string | undefined;
  readonly commentId?: string | undefined;
  readonly approvalId?: string | undefined;
}

const isAbout = ({ issueId, commentId, approvalId }: Subject): Statement => {
  if (commentId) return sql`comment_id = ${commentId}::uuid`;
  if (approvalId) return sql`approval_id = ${approvalId}::uuid`;
  return sql`issue_id = ${issueId ?? null}::uuid`;
};

const wakeColumns = sql`
  id, source, reason, status, hops, causing_run_id as caused_by_run_id, issue_id, comment_id,
  approval_id, run_id, created_at, delivered_at`;

/** Those that wait, and those that the run carries before it starts; the oldest first. */
export const listUndelivered = (
  db: Db,
  { companyId, agentId }: AgentKey,
  runId: string | null,
): Promise<WakeRecord[]> =>
  many<WakeRecord>(
    db,
    sql`
    select * from (
      (
        select ${wakeColumns} from wakeups
        where agent_id = ${agentId} and company_id = ${companyId} and status = 'pending'
        order by id limit ${WAKES_SHOWN_MAX}
      )
      union all
      (
        select ${wakeColumns} from wakeups
        where run_id = ${runId}::uuid and company_id = ${companyId} and status = 'coalesced'
        order by id limit ${WAKES_SHOWN_MAX}
      )
    ) w
    order by w.id limit ${WAKES_SHOWN_MAX}`,
  );

/** The newest first. */
export const listWakesAbout = (
  db: Db,
  { companyId, agentId }: AgentKey,
  subject: Subject,
): Promise<WakeRecord[]> =>
  many<WakeRecord>(
    db,
    sql`
    select ${wakeColumns} from wakeups
    where agent_id = ${agentId} and company_id = ${companyId} and ${isAbout(subject)}
    order by id desc limit ${RECORDS_MAX}`,
  );

export const listRunsById = (
  db: Db,
  { companyId }: AgentKey,
  runIds: readonly string[],
): Promise<Run[]> =>
  many<Run>(
    db,
    sql`
    select ${runColumns} from runs
    where id = any(${runIds}::uuid[]) and company_id = ${companyId}
    order by id desc limit ${runIds.length}`,
  );

export const listSkipCounts = (db: Db, { companyId, agentId }: AgentKey): Promise<SkipCount[]> =>
  many<SkipCount>(
    db,
    sql`
    select reason, count, last_at from skips
    where agent_id = ${agentId} and company_id = ${companyId}
    order by reason limit 50`,
  );

const skipColumns = sql`
  (k.one->>'at')::timestamptz(3) as at, k.one->>'source' as source, s.reason,
  (k.one->>'issueId')::uuid as issue_id, (k.one->>'commentId')::uuid as comment_id,
  (k.one->>'approvalId')::uuid as approval_id`;

/** Of the stored skips of all reasons the newest. */
export const listLastSkips = (db: Db, { companyId, agentId }: AgentKey): Promise<SkipRecord[]> =>
  many<SkipRecord>(
    db,
    sql`
    select ${skipColumns}
    from skips s cross join lateral jsonb_array_elements(s.recent) as k (one)
    where s.agent_id = ${agentId} and s.company_id = ${companyId}
    order by at desc limit ${RECORDS_MAX}`,
  );

/** Of the stored skips of each reason those about the subject, the newest first. */
export const listSkipsAbout = (
  db: Db,
  { companyId, agentId }: AgentKey,
  { issueId, commentId, approvalId }: Subject,
): Promise<SkipRecord[]> =>
  many<SkipRecord>(
    db,
    sql`
    select ${skipColumns}
    from skips s cross join lateral jsonb_array_elements(s.recent) as k (one)
    where s.agent_id = ${agentId} and s.company_id = ${companyId}
      and case when ${commentId ?? approvalId ?? null}::uuid is null
        then k.one->>'issueId' = ${issueId ?? null}
        else ${commentId ?? approvalId ?? null} in (k.one->>'commentId', k.one->>'approvalId')
      end
    order by at desc limit ${RECORDS_MAX}`,
  );
