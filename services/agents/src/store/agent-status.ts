/**
 * Moves of agents, each one conditional update: the states that a move may start from are part of
 * the statement, so that a move which comes too late changes nothing. A run's moves leave `version`
 * alone: it guards what people edit, and an agent that works all day edits nothing.
 */
import type { PauseReason } from '@muster/contracts';
import { maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { AgentFacts } from '../domain/agent.ts';
import { agentMoves } from '../domain/agent-machine.ts';

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
  status = ${agentMoves.resume.to}, pause_reason = null, paused_at = null, updated_at = now(),
  version = version + 1`;

/** Whether whoever begins to work in the company now has to be paused at once. */
export const beginsPaused = (companyId: string): Statement => sql`
  exists (select from spent_company_budgets where company_id = ${companyId})`;

/** The hire is approved, unless something else has ended its waiting. */
export async function activateHire(
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts | undefined> {
  await none(db, sql`select from companies where id = ${companyId} for share`);
  return maybeOne<AgentFacts>(db, sql`
    update agents
    set status = case when p.begins then 'paused' else ${agentMoves.activate.to} end,
      pause_reason = case when p.begins then 'budget' end,
      paused_at = case when p.begins then now() end,
      updated_at = now(), version = version + 1
    from (select ${beginsPaused(companyId)} as begins) p
    where company_id = ${companyId} and id = ${agentId}
      and status = any(${agentMoves.activate.from}::text[])
    returning ${factColumns}`);
}

/** The hire is refused, unless something else has ended its waiting. */
export const refuseHire = (
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts | undefined> =>
  maybeOne<AgentFacts>(db, sql`
    update agents
    set status = ${agentMoves.refuse.to}, updated_at = now(), version = version + 1
    where company_id = ${companyId} and id = ${agentId}
      and status = any(${agentMoves.refuse.from}::text[])
    returning ${factColumns}`);

/** The run becomes the agent's live one; an agent that is paused or ended stays so. */
export const startRun = (
  db: Db,
  { companyId, agentId }: AgentKey,
  { runId, startedAt }: { readonly runId: string; readonly startedAt: string },
): Promise<void> =>
  none(db, sql`
    update agents
    set live_run_id = ${runId},
      status = case when status = any(${agentMoves.startRun.from}::text[])
        then ${agentMoves.startRun.to} else status end,
      last_heartbeat_at = greatest(last_heartbeat_at, ${startedAt})
    where company_id = ${companyId} and id = ${agentId}`);

/** Only the end of the live run counts; an older run that ends late changes nothing. */
export const endRun = (
  db: Db,
  { companyId, agentId }: AgentKey,
  { runId, move, finishedAt }: {
    readonly runId: string;
    readonly move: 'endRun' | 'failRun';
    readonly finishedAt: string;
  },
): Promise<void> =>
  none(db, sql`
    update agents
    set live_run_id = null,
      status = case when status = any(${agentMoves[move].from}::text[])
        then ${agentMoves[move].to} else status end,
      last_heartbeat_at = greatest(last_heartbeat_at, ${finishedAt})
    where company_id = ${companyId} and id = ${agentId} and live_run_id = ${runId}`);

/** Unless it is paused by hand, or not at work at all. */
export const pauseAgentInLoop = (
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts | undefined> =>
  maybeOne<AgentFacts>(db, sql`
    update agents set ${paused('loop')}
    where company_id = ${companyId} and id = ${agentId} and (
      status = any(${agentMoves.pause.from}::text[])
      or (status = 'paused' and pause_reason = 'budget')
    )
    returning ${factColumns}`);

/** By hand; the caller holds the agent and has asked the machine. */
export const pauseAgent = (db: Db, { companyId, agentId }: AgentKey): Promise<void> =>
  none(db, sql`
    update agents set ${paused('manual')} where company_id = ${companyId} and id = ${agentId}`);

export const resumeAgent = (db: Db, { companyId, agentId }: AgentKey): Promise<void> =>
  none(db, sql`
    update agents set ${resumed} where company_id = ${companyId} and id = ${agentId}`);

export const terminateAgent = (db: Db, { companyId, agentId }: AgentKey): Promise<void> =>
  none(db, sql`
    update agents
    set status = ${agentMoves.terminate.to}, pause_reason = null, paused_at = null,
      live_run_id = null, updated_at = now(), version = version + 1
    where company_id = ${companyId} and id = ${agentId}`);
