/** Wake-ups: durable, one per cause and agent. */
import type { RunSource } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { CarriedWake } from '../../domain/run-context.ts';
import type { Wake } from '../../domain/wakes/wakes.ts';
import { workSources, type StaleReason } from '../../domain/ended-work/work-over.ts';
import { runnable } from '../roster.ts';
import { lockingStartable } from '../runs/run-lifecycle.ts';
import { inSources, isLive } from '../runs/run-states.ts';
import { issueOfWake, staleReason } from './stale-wakes.ts';

/** Wake-ups that one statement reads; the others are read by the next one. */
export const READY_MAX = 500;

export interface NewWake extends Omit<Wake, 'payload'> {
  readonly id: string;
  readonly cause: string;
  readonly payload?: unknown;
}

export interface WakeOrigin {
  readonly companyId: string;
  readonly eventId: string | null;
  /** The run that caused it: the wake-up continues the chain of that run. */
  readonly runId: string | null;
  /** The agent that caused it: without a run, its live run is taken as the cause. */
  readonly authorAgentId?: string | null;
  /** A retry does not make the chain longer. */
  readonly isRetry?: boolean;
  /** Nor does a verdict: it answers the link before it, and the next review is a link again. */
  readonly isVerdict?: boolean;
  readonly traceparent: string | null;
}

export interface InsertedWake {
  readonly agentId: string;
  readonly source: RunSource;
  readonly hops: number;
  readonly rootId: string;
}

/** An event of a day ago wakes in any case: the scheduler may have been away. */
const OLD_DAYS_MIN = 1;

/**
 * Whether the wake-ups of an event may have been deleted by now. They are made after it, so those of a
 * younger one are there.
 */
export const isOlderThanWakes = async (
  db: Db,
  occurredAt: string,
  keptDays: number,
): Promise<boolean> =>
  (
    await one<{ isOlder: boolean }>(
      db,
      sql`
    select ${occurredAt}::timestamptz
      < now() - make_interval(secs => ${Math.max(keptDays, OLD_DAYS_MIN) * 86_400}) as is_older`,
    )
  ).isOlder;

/** Returns the new wake-ups; a cause that has woken an agent before adds nothing. */
export const insertWakes = (
  db: Db,
  { companyId, eventId, runId, authorAgentId = null, traceparent, ...origin }: WakeOrigin,
  wakes: readonly NewWake[],
): Promise<InsertedWake[]> =>
  many<InsertedWake>(
    db,
    sql`
    with causing as (
      select id, hops, coalesce(root_id, id) as root_id from runs
      where company_id = ${companyId} and (
        id = ${runId}::uuid
        or (${runId}::uuid is null and agent_id = ${authorAgentId}::uuid and held)
      )
      limit 1
    )
    insert into wakeups (
      id, company_id, agent_id, cause, cause_event_id, causing_run_id, hops, root_id, source,
      reason, issue_id, comment_id, approval_id, approval_status, linked_issue_ids, payload,
      traceparent
    )
    select w."id", ${companyId}, w."agentId", w."cause", ${eventId}::uuid,
      coalesce(${runId}::uuid, causing.id), coalesce(causing.hops + ${origin.isRetry || origin.isVerdict ? 0 : 1}, 0),
      coalesce(causing.root_id, ${eventId}::uuid, w."id"),
      w."source", w."reason", w."issueId", w."commentId", w."approvalId", w."approvalStatus",
      w."linkedIssueIds", w."payload", ${traceparent}
    from jsonb_to_recordset(${JSON.stringify(wakes)}::jsonb) as w (
      "id" uuid, "agentId" uuid, "cause" text, "source" text, "reason" text, "issueId" uuid,
      "commentId" uuid, "approvalId" uuid, "approvalStatus" text, "linkedIssueIds" jsonb,
      "payload" jsonb
    )
    left join causing on true
    on conflict on constraint wakeups_once_per_cause do nothing
    returning agent_id, source, hops, root_id`,
  );

export interface ReadyWake extends CarriedWake {
  readonly agentId: string;
  /** Why it is skipped instead; null where a run carries it. */
  readonly staleReason: StaleReason | null;
}

const carriedColumns = sql`
  w.id, w.agent_id, w.source, w.reason, w.issue_id, w.comment_id, w.approval_id, w.approval_status,
  w.linked_issue_ids, w.payload, w.hops, w.root_id, w.cause_event_id,
  w.traceparent, w.created_at`;

export const canRunNow = sql`
  r.status in ${runnable} and coalesce(r.hold_until <= now(), true) and c.status = 'active'
  and coalesce(r.not_before <= now(), true)
  and not exists (
    select from runs live
    where live.agent_id = r.agent_id and (live.status ${isLive} or live.held)
  )`;

/** Waiting wake-ups of those of the agents that can run now and have no live run. */
export const listReady = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<ReadyWake[]> =>
  many<ReadyWake>(
    db,
    sql`
    select ${carriedColumns}, ${staleReason} as stale_reason
    from wakeups w
    join roster r on r.agent_id = w.agent_id
    join companies c on c.company_id = r.company_id
    left join ${issueOfWake}
    where w.agent_id = any(${agentIds}::uuid[]) and w.status = 'pending'
      and w.company_id = ${companyId} and ${canRunNow}
    order by w.agent_id, w.id limit ${READY_MAX}`,
  );

/**
 * Delivers the wake-ups that the run was queued for and those that came since. The run is locked so
 * that it can be started in this transaction; nothing is delivered where it cannot start.
 */
export const deliverWakes = (
  db: Db,
  { id, agentId }: { readonly id: string; readonly agentId: string },
): Promise<CarriedWake[]> =>
  many<CarriedWake>(
    db,
    sql`
    with starting as (${lockingStartable(id)})
    update wakeups w set status = 'delivered', run_id = starting.id, delivered_at = now()
    from starting
    where w.agent_id = ${agentId} and starting.agent_id = ${agentId}
      and (w.status = 'pending' or (w.status = 'coalesced' and w.run_id = ${id}))
    returning ${carriedColumns}`,
  );

/** The wake-ups that the runs carried wait for other runs. */
export const returnWakes = (db: Db, runIds: readonly string[]): Promise<void> =>
  none(
    db,
    sql`
    update wakeups set status = 'pending', run_id = null, delivered_at = null
    where run_id = any(${runIds}::uuid[]) and status in ('coalesced', 'delivered')`,
  );

/** The same, without those that asked for the work that is over for the runs. */
export const returnOtherWakes = (db: Db, runIds: readonly string[]): Promise<void> =>
  none(
    db,
    sql`
    update wakeups w set status = 'pending', run_id = null, delivered_at = null
    from runs
    where w.run_id = any(${runIds}::uuid[]) and runs.id = w.run_id
      and w.status in ('coalesced', 'delivered')
      and not (coalesce(w.issue_id = runs.stop_issue_id, false) and w.source ${inSources(workSources)})`,
  );

/** The wake-ups that the run carried are over. */
export const endWakes = (db: Db, runId: string, status: 'skipped' | 'failed'): Promise<void> =>
  none(
    db,
    sql`
    update wakeups set status = ${status}
    where run_id = ${runId} and status in ('coalesced', 'delivered')`,
  );

/** Waiting wake-ups of an agent, in the order of their ids. */
export interface NextWakes {
  readonly companyId: string;
  readonly agentId: string;
  readonly limit: number;
}

const nextWaiting = ({ companyId, agentId, limit }: NextWakes, range: Statement): Statement => sql`
  select id from wakeups
  where agent_id = ${agentId} and company_id = ${companyId} and status = 'pending' and ${range}
  order by id limit ${limit} for update`;

/** Returns how many failed. */
export const failNextWakes = async (db: Db, next: NextWakes): Promise<number> => {
  const failed = await many(
    db,
    sql`
    update wakeups set status = 'failed' where id = any(array(${nextWaiting(next, sql`true`)}))
    returning id`,
  );
  return failed.length;
};

/** The newest wake-up that waits for the agent. */
export const findLastWaiting = async (
  db: Db,
  { companyId, agentId }: Omit<NextWakes, 'limit'>,
): Promise<string | undefined> => {
  const last = await maybeOne<{ id: string }>(
    db,
    sql`
    select id from wakeups
    where agent_id = ${agentId} and company_id = ${companyId} and status = 'pending'
    order by id desc limit 1`,
  );
  return last?.id;
};

/** Begins a new chain with each wake-up after one id and up to another. Returns their ids in order. */
export const beginNextChains = async (
  db: Db,
  { after, until, ...next }: NextWakes & { readonly after: string; readonly until: string },
): Promise<string[]> => {
  const begun = await many<{ id: string }>(
    db,
    sql`
    with begun as (
      update wakeups set hops = 0, root_id = id
      where id = any(array(${nextWaiting(next, sql`id > ${after} and id <= ${until}`)}))
      returning id
    )
    select id from begun order by id limit ${next.limit}`,
  );
  return begun.map(({ id }) => id);
};
