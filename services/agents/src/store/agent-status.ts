/**
 * Moves of agents, each one conditional update: the states that a move may start from are part of the
 * statement, so that a move which comes too late changes nothing. A run's moves leave `version` alone:
 * it guards what people edit, and an agent that works all day edits nothing.
 */
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { AgentFacts } from '../domain/agent.ts';
import { agentMoves } from '../domain/agent-machine.ts';

interface AgentKey {
  readonly companyId: string;
  readonly agentId: string;
}

const factColumns = sql`
  id, company_id, name, url_key, role, title, status, pause_reason, reports_to, adapter_type,
  runtime_config, can_create_agents, budget_monthly_cents, version`;

/** Ends the waiting of a hire, unless something else has ended it. */
export const decideHire = (
  db: Db,
  move: 'activate' | 'refuse',
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts | undefined> =>
  maybeOne<AgentFacts>(db, sql`
    update agents
    set status = ${agentMoves[move].to}, updated_at = now(), version = version + 1
    where company_id = ${companyId} and id = ${agentId}
      and status = any(${agentMoves[move].from}::text[])
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

const pausedForBudget = sql`
  status = ${agentMoves.pause.to}, pause_reason = 'budget', paused_at = now(), updated_at = now(),
  version = version + 1`;

const resumed = sql`
  status = ${agentMoves.resume.to}, pause_reason = null, paused_at = null, updated_at = now(),
  version = version + 1`;

/** Remembers that the agent's own budget is spent and pauses it; the agent that was paused. */
export async function exhaustAgentBudget(
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts[]> {
  await none(db, sql`
    update agents set budget_exhausted = true
    where company_id = ${companyId} and id = ${agentId}`);
  return many<AgentFacts>(db, sql`
    update agents set ${pausedForBudget}
    where company_id = ${companyId} and id = ${agentId}
      and status = any(${agentMoves.pause.from}::text[])
    returning ${factColumns}`);
}

export async function exhaustCompanyBudget(db: Db, companyId: string): Promise<AgentFacts[]> {
  await none(db, sql`update companies set budget_exhausted = true where id = ${companyId}`);
  return many<AgentFacts>(db, sql`
    update agents set ${pausedForBudget}
    where company_id = ${companyId} and status = any(${agentMoves.pause.from}::text[])
    returning ${factColumns}`);
}

/** Resumes the agent if it was paused for a budget and its company's budget has room as well. */
export async function restoreAgentBudget(
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts[]> {
  await none(db, sql`
    update agents set budget_exhausted = false
    where company_id = ${companyId} and id = ${agentId}`);
  return many<AgentFacts>(db, sql`
    update agents set ${resumed}
    where company_id = ${companyId} and id = ${agentId}
      and status = 'paused' and pause_reason = 'budget'
      and not (select budget_exhausted from companies where id = ${companyId})
    returning ${factColumns}`);
}

/** Resumes every agent that was paused for a budget and whose own has room. */
export async function restoreCompanyBudget(db: Db, companyId: string): Promise<AgentFacts[]> {
  await none(db, sql`update companies set budget_exhausted = false where id = ${companyId}`);
  return many<AgentFacts>(db, sql`
    update agents set ${resumed}
    where company_id = ${companyId} and status = 'paused' and pause_reason = 'budget'
      and not budget_exhausted
    returning ${factColumns}`);
}
