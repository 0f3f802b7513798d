/** Messages to runs: who gets each, and whether it has come. */
import { RUN_MESSAGES_MAX, type Run, type RunMessage, type Scope } from '@muster/contracts';
import { inScope, many, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import { isLive } from './runs/run-states.ts';

const columns = sql`
  m.id, m.run_id, m.agent_id, m.author_agent_id, m.author_user_id, m.author_name, m.text, m.interrupt,
  m.created_at, m.delivered_at,
  case when m.delivered_at is not null then m.for_run_id end as delivered_run_id,
  case
    when m.delivered_at is not null then 'delivered'
    when m.for_run_id = m.run_id
      and exists (
        select from runs r
        where r.id = m.run_id and r.company_id = m.company_id and r.status ${isLive}
      ) then 'waiting'
    else 'left'
  end as status`;

export interface NewRunMessage {
  readonly id: string;
  readonly companyId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly authorAgentId: string | null;
  readonly authorUserId: string | null;
  readonly authorName: string;
  readonly text: string;
  readonly interrupt: boolean;
}

export const insertRunMessage = (db: Db, message: NewRunMessage): Promise<RunMessage> =>
  one<RunMessage>(
    db,
    sql`
    with m as (
      insert into run_messages (
        id, company_id, run_id, agent_id, author_agent_id, author_user_id, author_name, text,
        interrupt, for_run_id
      ) values (
        ${message.id}, ${message.companyId}, ${message.runId}, ${message.agentId},
        ${message.authorAgentId}, ${message.authorUserId}, ${message.authorName}, ${message.text},
        ${message.interrupt}, ${message.runId}
      ) returning *
    )
    select ${columns} from m`,
  );

/** The run in whose company a statement stays. */
type OfCompany = Pick<Run, 'id' | 'companyId'>;
type OfAgent = Pick<Run, 'id' | 'companyId' | 'agentId'>;

export interface MessageCounts {
  readonly waiting: number;
  readonly all: number;
}

/** `all`: that were sent to the run; `waiting`: that no run of its agent has got. */
export const countRunMessages = (
  db: Db,
  { id, companyId, agentId }: OfAgent,
): Promise<MessageCounts> =>
  one<MessageCounts>(
    db,
    sql`
    select
      (
        select count(*)::integer from run_messages
        where run_id = ${id} and company_id = ${companyId}
      ) as "all",
      (
        select count(*)::integer from run_messages
        where agent_id = ${agentId} and company_id = ${companyId} and delivered_at is null
      ) as waiting`,
  );

/** Whether the run has ended without some of what was sent to it: not what the run before has left to it. */
export const hasLeftMessages = async (db: Db, { id, companyId }: OfCompany): Promise<boolean> =>
  (
    await one<{ left: boolean }>(
      db,
      sql`
      select exists (
        select from run_messages m
        where m.for_run_id = ${id} and m.run_id = ${id} and m.company_id = ${companyId}
          and m.delivered_at is null
      ) as "left"`,
    )
  ).left;

const isTakeable = (runId: string): Statement =>
  sql`m.for_run_id = ${runId} and m.delivered_at is null and m.passed_at is null`;

/** What was written to the program's input is on its way, and no tool may take it. */
export const listTakeable = (db: Db, scope: Scope, runId: string): Promise<RunMessage[]> =>
  many<RunMessage>(
    db,
    sql`
    select ${columns} from run_messages m
    where ${isTakeable(runId)} and ${inScope(scope, sql`m.company_id`)}
    order by m.id limit ${RUN_MESSAGES_MAX}`,
  );

export const listRunMessages = (db: Db, scope: Scope, runId: string): Promise<RunMessage[]> =>
  many<RunMessage>(
    db,
    sql`
    select ${columns} from run_messages m
    where m.run_id = ${runId} and ${inScope(scope, sql`m.company_id`)}
    order by m.id limit ${RUN_MESSAGES_MAX}`,
  );

/** If the run has started: it gets what earlier runs of its agent have not got. */
export const giveToRun = (db: Db, { id, companyId, agentId }: OfAgent): Promise<void> =>
  none(
    db,
    sql`
    update run_messages set for_run_id = ${id}, passed_at = null
    where agent_id = ${agentId} and company_id = ${companyId} and delivered_at is null
      and for_run_id <> ${id}
      and exists (
        select from runs where id = ${id} and company_id = ${companyId} and status = 'running'
      )`,
  );

/** They are delivered now, each to the first that asks. */
export const takeWaiting = (db: Db, run: OfCompany): Promise<RunMessage[]> =>
  mark(db, run, sql`delivered_at = now()`, isTakeable(run.id));

/**
 * For the holder to write to the input of the program. `all`: also what was written to one that has ended
 * without showing it.
 */
export const passWaiting = (db: Db, run: OfCompany, all: boolean): Promise<RunMessage[]> =>
  mark(
    db,
    run,
    sql`passed_at = now()`,
    all ? sql`m.for_run_id = ${run.id} and m.delivered_at is null` : isTakeable(run.id),
  );

const mark = (
  db: Db,
  { companyId }: OfCompany,
  as: Statement,
  which: Statement,
): Promise<RunMessage[]> =>
  many<RunMessage>(
    db,
    sql`
    with taken as (
      update run_messages m set ${as}
      where ${which} and m.company_id = ${companyId} returning *
    )
    select ${columns} from taken m order by m.id limit ${RUN_MESSAGES_MAX}`,
  );

/** What a former holder has written to the input, and the program has not shown. */
export const listPassed = async (db: Db, { id: runId, companyId }: OfCompany): Promise<string[]> =>
  (
    await many<{ id: string }>(
      db,
      sql`
      select id from run_messages
      where for_run_id = ${runId} and company_id = ${companyId}
        and delivered_at is null and passed_at is not null
      order by id limit ${RUN_MESSAGES_MAX}`,
    )
  ).map(({ id }) => id);

/** The program has shown that it has read these; returns those that it had not shown before. */
export const saveShown = async (
  db: Db,
  { id: runId, companyId }: OfCompany,
  ids: readonly string[],
): Promise<string[]> =>
  (
    await many<{ id: string }>(
      db,
      sql`
      update run_messages set delivered_at = now()
      where for_run_id = ${runId} and company_id = ${companyId} and id = any(${ids}::uuid[])
        and delivered_at is null
      returning id`,
    )
  ).map(({ id }) => id);
