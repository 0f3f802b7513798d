/**
 * Which budgets are spent, and the pauses that follow. An agent works only while its own budget and
 * its company's have room, so both are stored. Changes of a company's budget take the company's
 * exclusive lock, so that an agent added at the same time is paused or resumed with the others.
 */
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import { agentMoves } from '../domain/agent-machine.ts';
import type { AgentFacts } from '../domain/agent.ts';
import { type AgentKey, factColumns, paused, resumed } from './agent-status.ts';
import { lockCompanyRow } from './locks.ts';

export async function exhaustAgentBudget(
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts[]> {
  await none(
    db,
    sql`
    update agents set budget_spent = true where company_id = ${companyId} and id = ${agentId}`,
  );
  return many<AgentFacts>(
    db,
    sql`
    update agents set ${paused('budget')}
    where company_id = ${companyId} and id = ${agentId}
      and status = any(${agentMoves.pause.from}::text[])
    returning ${factColumns}`,
  );
}

/** Marks the company's budget as spent; its agents follow in steps. */
export async function markCompanyBudgetSpent(db: Db, companyId: string): Promise<void> {
  await lockCompanyRow(db, companyId, 'exclusive');
  await none(
    db,
    sql`
    insert into spent_company_budgets (company_id) select id from companies where id = ${companyId}
    on conflict (company_id) do nothing`,
  );
}

/** Resumes the agent if it was paused for a budget and the company's budget has room as well. */
export async function restoreAgentBudget(
  db: Db,
  { companyId, agentId }: AgentKey,
): Promise<AgentFacts[]> {
  await none(
    db,
    sql`
    update agents set budget_spent = false where company_id = ${companyId} and id = ${agentId}`,
  );
  return many<AgentFacts>(
    db,
    sql`
    update agents set ${resumed}
    where company_id = ${companyId} and id = ${agentId}
      and status = 'paused' and pause_reason = 'budget'
      and not exists (select from spent_company_budgets where company_id = ${companyId})
    returning ${factColumns}`,
  );
}

/** Marks the company's budget as having room; its agents follow in steps. */
export async function markCompanyBudgetRestored(db: Db, companyId: string): Promise<void> {
  await lockCompanyRow(db, companyId, 'exclusive');
  await none(db, sql`delete from spent_company_budgets where company_id = ${companyId}`);
}

export const isCompanyBudgetSpent = async (db: Db, companyId: string): Promise<boolean> =>
  (
    await one<{ spent: boolean }>(
      db,
      sql`
      select exists (select from spent_company_budgets where company_id = ${companyId}) as spent`,
    )
  ).spent;

/** The agents of a company in the order of their ids, after one of them. */
export interface NextAgents {
  readonly companyId: string;
  readonly after: string | null;
  readonly limit: number;
}

/** Pauses agents that work. */
export const pauseNextAgents = (db: Db, next: NextAgents): Promise<AgentFacts[]> =>
  changeNext(db, next, paused('budget'), sql`status = any(${agentMoves.pause.from}::text[])`);

/** Resumes agents that were paused for a budget and whose own budget has room. */
export const resumeNextAgents = (db: Db, next: NextAgents): Promise<AgentFacts[]> =>
  changeNext(
    db,
    next,
    resumed,
    sql`status = 'paused' and pause_reason = 'budget' and not budget_spent`,
  );

/** The rows are chosen in an array: a join may run a sub-select that locks rows more than once. */
const changeNext = (
  db: Db,
  { companyId, after, limit }: NextAgents,
  change: Statement,
  which: Statement,
): Promise<AgentFacts[]> =>
  many<AgentFacts>(
    db,
    sql`
    with changed as (
      update agents set ${change}
      where company_id = ${companyId} and id = any(array(
        select id from agents
        where company_id = ${companyId} and (${after}::uuid is null or id > ${after}::uuid)
          and ${which}
        order by id limit ${limit} for no key update
      ))
      returning ${factColumns}
    )
    select ${factColumns} from changed order by id limit ${limit}`,
  );

export async function isBudgetSpent(db: Db, { companyId, agentId }: AgentKey): Promise<boolean> {
  const { spent } = await one<{ spent: boolean }>(
    db,
    sql`
    select budget_spent
      or exists (select from spent_company_budgets where company_id = ${companyId}) as spent
    from agents where company_id = ${companyId} and id = ${agentId}`,
  );
  return spent;
}

export interface BudgetRaise extends AgentKey {
  readonly approvalId: string;
  readonly amountCents: number;
}

/** Records the raise; `false` if the approval has raised the budget before. */
export async function claimBudgetRaise(db: Db, raise: BudgetRaise): Promise<boolean> {
  const claimed = await maybeOne(
    db,
    sql`
    insert into budget_raises (approval_id, company_id, agent_id, amount_cents)
    values (${raise.approvalId}, ${raise.companyId}, ${raise.agentId}, ${raise.amountCents})
    on conflict (approval_id) do nothing
    returning approval_id`,
  );
  return claimed !== undefined;
}
