/** Agents with waiting wake-ups, as the sweep finds them. */
import { many, NIL_UUID, sql, type Db, type Statement } from '@muster/service-kit';
import { canRunNow } from './wakeups.ts';

export interface WaitingAgent {
  readonly agentId: string;
  readonly companyId: string;
  readonly canRun: boolean;
  /** It never runs again. */
  readonly isTerminated: boolean;
}

/** The expression of an index of its own: a statement about one agent has a better one. */
export const pendingSince = sql`(case when status = 'pending' then created_at end)`;

/** `waiting` has the ids of agents and their companies. */
const listWaiting = (db: Db, waiting: Statement, limit: number): Promise<WaitingAgent[]> =>
  many<WaitingAgent>(
    db,
    sql`
    with recursive ${waiting}
    select waiting.agent_id, waiting.company_id, coalesce(${canRunNow}, false) as can_run,
      coalesce(r.status = 'terminated', false) as is_terminated
    from waiting
    left join roster r on r.agent_id = waiting.agent_id
    left join companies c on c.company_id = r.company_id
    order by waiting.agent_id limit ${limit}`,
  );

/**
 * Those with a wake-up that has begun to wait within so many seconds, after one of them, in the order of
 * their ids.
 */
export const listNewlyWaiting = (
  db: Db,
  seconds: number,
  after: string | undefined,
  limit: number,
): Promise<WaitingAgent[]> =>
  listWaiting(
    db,
    sql`
    waiting (agent_id, company_id) as (
      select distinct agent_id, company_id from wakeups
      where ${pendingSince} > now() - make_interval(secs => ${seconds})
        and agent_id > ${after ?? NIL_UUID}::uuid
      order by agent_id limit ${limit}
    )`,
    limit,
  );

/**
 * All of them after one of them, in the order of their ids. It steps from agent to agent in the index:
 * the number of wake-ups that wait for an agent makes no difference.
 */
export const listWaitingAgents = (
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<WaitingAgent[]> =>
  listWaiting(
    db,
    sql`
    waiting (agent_id, company_id, ordinal) as (
      (
        select agent_id, company_id, 1 from wakeups
        where status = 'pending' and agent_id > ${after ?? NIL_UUID}::uuid
        order by agent_id limit 1
      )
      union all
      select following.agent_id, following.company_id, waiting.ordinal + 1
      from waiting cross join lateral (
        select w.agent_id, w.company_id from wakeups w
        where w.status = 'pending' and w.agent_id > waiting.agent_id
        order by w.agent_id limit 1
      ) as following
      where waiting.ordinal < ${limit}
    )`,
    limit,
  );
