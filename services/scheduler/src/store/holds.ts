/** Holds: for a time an agent gets no run although it could run, for a reason. */
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';

export type HoldReason = 'budget' | 'loop' | 'retry' | 'quota';

/** Hold of an agent whose budget was refused: the agents service has not paused it yet. */
const BUDGET_HOLD_SECONDS = 60;

export const holdForBudget = (db: Db, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    update roster
    set hold_until = now() + make_interval(secs => ${BUDGET_HOLD_SECONDS}), hold_reason = 'budget'
    where agent_id = ${agentId} and hold_reason is distinct from 'loop'`,
  );

/** An agent that could not be called gets some time. */
export const holdForRetry = (db: Db, agentId: string, seconds: number): Promise<void> =>
  none(
    db,
    sql`
    update roster set hold_until = now() + make_interval(secs => ${seconds}), hold_reason = 'retry'
    where agent_id = ${agentId} and hold_reason is distinct from 'loop'`,
  );

/** Holds the agent until a user resumes it. False where it is held for a loop already. */
export async function holdForLoop(db: Db, companyId: string, agentId: string): Promise<boolean> {
  const held = await maybeOne(
    db,
    sql`
    update roster set hold_until = 'infinity', hold_reason = 'loop'
    where company_id = ${companyId} and agent_id = ${agentId}
      and hold_reason is distinct from 'loop'
    returning agent_id`,
  );
  return held !== undefined;
}

export interface Hold {
  readonly reason: HoldReason;
  /** Null where it does not end by itself. */
  readonly until: string | null;
}

/** Why the agent is held now, and until when. */
export const findHold = (db: Db, companyId: string, agentId: string): Promise<Hold | undefined> =>
  maybeOne<Hold>(
    db,
    sql`
    select case when hold_until > now() then coalesce(hold_reason, 'budget') else 'quota' end
      as reason,
      nullif(case when hold_until > now() then hold_until else not_before end, 'infinity') as until
    from roster
    where company_id = ${companyId} and agent_id = ${agentId}
      and (hold_until > now() or not_before > now())`,
  );

/** The budget of an agent is restored. Returns the agent if it was held for it. */
export async function releaseBudgetHolds(
  db: Db,
  companyId: string,
  agentId: string,
): Promise<string[]> {
  const released = await many<{ agentId: string }>(
    db,
    sql`
    update roster set hold_until = null, hold_reason = null
    where company_id = ${companyId} and agent_id = ${agentId}
      and hold_until is not null and coalesce(hold_reason, 'budget') = 'budget'
    returning agent_id`,
  );
  return released.map((row) => row.agentId);
}

/**
 * The budget of a company is restored: releases its next agents after one of them, in the order of
 * their ids.
 */
export async function releaseNextBudgetHolds(
  db: Db,
  {
    companyId,
    after,
    limit,
  }: { readonly companyId: string; readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const released = await many<{ agentId: string }>(
    db,
    sql`
    with released as (
      update roster set hold_until = null, hold_reason = null
      where company_id = ${companyId} and agent_id = any(array(
        select agent_id from roster
        where company_id = ${companyId} and (${after}::uuid is null or agent_id > ${after}::uuid)
          and hold_until is not null and coalesce(hold_reason, 'budget') = 'budget'
        order by agent_id limit ${limit} for no key update
      ))
      returning agent_id
    )
    select agent_id from released order by agent_id limit ${limit}`,
  );
  return released.map((row) => row.agentId);
}

/** A user resumes the agent: no hold stays. */
export const releaseAgent = (db: Db, companyId: string, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    update roster set hold_until = null, hold_reason = null, not_before = null
    where company_id = ${companyId} and agent_id = ${agentId}`,
  );
