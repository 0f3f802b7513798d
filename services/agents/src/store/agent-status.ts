/**
 * Moves of agents, each one conditional update: the states that a move may start from are part of
 * the statement, so that a late move changes nothing. Moves of runs do not change `version`, which
 * guards what callers edit.
 */
import type { PauseReason } from '@muster/contracts';
import { maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import type { AgentFacts } from '../domain/agent.ts';
import { lockCompanyRow } from './locks.ts';

export interface AgentKey {
  readonly companyId: string;
  readonly agentId: string;
}

export const factColumns = sql`
  id, company_id, name, url_key, role, title, status, pause_reason, reports_to, adapter_type,
  runtime_config, can_create_agents, budget_monthly_cents, version`;

export const paused = (reason: PauseReason): Statement => sql`
  status = ${agentMoves.pause.to}, pause_reason = ${reason}, paused_at = now(), updated_at = now(),
  version = version + 1`;

export const resumed: Statement = sql`
  status = ${agentMoves.resume.to}, pause_reason = null, paused_at = null, paused_by_board = false,
  quota_held_until = null, failures = 0,
  updated_at = now(),
  version = version + 1`;

/** Whether an agent that becomes idle now is paused at once: the company's budget is spent. */
export const startsPaused = (companyId: string): Statement => sql`
  exists (select from spent_company_budgets where company_id = ${companyId})`;

/** Activates an approved hire; nothing if it no longer waits. */
export async function activateHire(
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts | undefined> {
  await lockCompanyRow(db, companyId, 'shared');
  return maybeOne<AgentFacts>(
    db,
    sql`
    update agents
    set status = case when p.starts_paused then 'paused' else ${agentMoves.activate.to} end,
      pause_reason = case when p.starts_paused then 'budget' end,
      paused_at = case when p.starts_paused then now() end,
      updated_at = now(), version = version + 1
    from (select ${startsPaused(companyId)} as starts_paused) p
    where company_id = ${companyId} and id = ${agentId}
      and status = any(${agentMoves.activate.from}::text[])
    returning ${factColumns}`,
  );
}

/** Terminates a refused hire; nothing if it no longer waits. */
export const refuseHire = (
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts | undefined> =>
  maybeOne<AgentFacts>(
    db,
    sql`
    update agents
    set status = ${agentMoves.refuse.to}, updated_at = now(), version = version + 1
    where company_id = ${companyId} and id = ${agentId}
      and status = any(${agentMoves.refuse.from}::text[])
    returning ${factColumns}`,
  );

/** Makes the run the agent's live one; the status of a paused or terminated agent stays. */
export const startRun = (
  db: Db,
  { companyId, agentId }: AgentKey,
  { runId, startedAt }: { readonly runId: string; readonly startedAt: string },
): Promise<void> =>
  none(
    db,
    sql`
    update agents
    set live_run_id = ${runId},
      status = case when status = any(${agentMoves.startRun.from}::text[])
        then ${agentMoves.startRun.to} else status end,
      last_heartbeat_at = greatest(last_heartbeat_at, ${startedAt})
    where company_id = ${companyId} and id = ${agentId}`,
  );

/** Ends the live run; an older run that ends late changes nothing. */
export const endRun = (
  db: Db,
  { companyId, agentId }: AgentKey,
  {
    runId,
    move,
    finishedAt,
  }: {
    readonly runId: string;
    readonly move: 'endRun' | 'failRun';
    readonly finishedAt: string;
  },
): Promise<void> =>
  none(
    db,
    sql`
    update agents
    set live_run_id = null,
      status = case when status = any(${agentMoves[move].from}::text[])
        then ${agentMoves[move].to} else status end,
      last_heartbeat_at = greatest(last_heartbeat_at, ${finishedAt})
    where company_id = ${companyId} and id = ${agentId} and live_run_id = ${runId}`,
  );

/** Agents that share a used-up quota get no run until then; null: they do again. */
export const saveQuotaHold = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
  until: string | null,
): Promise<void> =>
  none(
    db,
    sql`
    update agents set quota_held_until = ${until}::timestamptz
    where company_id = ${companyId} and id = any(array(
      select id from agents where company_id = ${companyId} and id = any(${agentIds}::uuid[])
      order by id limit ${agentIds.length} for no key update
    ))`,
  );

export interface BackOff {
  readonly failures: number;
  readonly since: string;
  readonly errorCode: string;
  /** Null: nothing but a change lets it be tried again. */
  readonly until: string | null;
}

/**
 * It waits between tries. One that is held is in error, also where its last run was lost or had not
 * started.
 */
export const saveBackOff = (
  db: Db,
  { companyId, agentId }: AgentKey,
  { failures, since, errorCode, until }: BackOff,
): Promise<void> =>
  none(
    db,
    sql`
    update agents set failures = ${failures}, failing_since = ${since}::timestamptz,
      failing_code = ${errorCode}, failing_until = coalesce(${until}::timestamptz, 'infinity'),
      status = case when status = any(${agentMoves.hold.from}::text[]) and ${until}::timestamptz is null
        then ${agentMoves.hold.to} else status end
    where company_id = ${companyId} and id = ${agentId}`,
  );

/** They may start runs again. */
export const forgetFailures = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<void> =>
  none(
    db,
    sql`
    update agents set failures = 0, failing_since = null, failing_code = null, failing_until = null
    where company_id = ${companyId} and id = any(array(
      select id from agents where company_id = ${companyId} and id = any(${agentIds}::uuid[])
      order by id limit ${agentIds.length} for no key update
    ))`,
  );

/** Pauses the agent unless it was paused by hand or does not work at all. */
export const saveLoopPause = (
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts | undefined> =>
  maybeOne<AgentFacts>(
    db,
    sql`
    update agents set ${paused('loop')}
    where company_id = ${companyId} and id = ${agentId} and (
      status = any(${agentMoves.pause.from}::text[])
      or (status = 'paused' and pause_reason = 'budget')
    )
    returning ${factColumns}`,
  );

/** Pauses by hand. The caller holds the lock of the agent and has checked the move. */
/** `byBoard`: only the board resumes it. */
export const savePause = (
  db: Db,
  { companyId, agentId }: AgentKey,
  { byBoard }: { readonly byBoard: boolean },
): Promise<void> =>
  none(
    db,
    sql`
    update agents set ${paused('manual')}, paused_by_board = ${byBoard}::boolean
    where company_id = ${companyId} and id = ${agentId}`,
  );

export const isPausedByBoard = async (
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<boolean> => {
  const { pausedByBoard } = await one<{ pausedByBoard: boolean }>(
    db,
    sql`
    select paused_by_board from agents where company_id = ${companyId} and id = ${agentId}`,
  );
  return pausedByBoard;
};

export const saveResumption = (db: Db, { companyId, agentId }: AgentKey): Promise<void> =>
  none(
    db,
    sql`
    update agents set ${resumed} where company_id = ${companyId} and id = ${agentId}`,
  );

export const saveTermination = (db: Db, { companyId, agentId }: AgentKey): Promise<void> =>
  none(
    db,
    sql`
    update agents
    set status = ${agentMoves.terminate.to}, pause_reason = null, paused_at = null,
      live_run_id = null, updated_at = now(), version = version + 1
    where company_id = ${companyId} and id = ${agentId}`,
  );
