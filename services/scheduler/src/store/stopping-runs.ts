/** Runs that were told to stop because their work is over, and when they have to have ended. */
import { many, none, NIL_UUID, sql, type Db } from '@muster/service-kit';
import { runEndings, type EndReason } from '../domain/run-endings.ts';
import { STOP_GRACE_SECONDS, workSources, type WorkOver } from '../domain/ended-work/work-over.ts';
import { inSources, inStates, isLive } from './runs/run-states.ts';
import { causeSeq } from './wakes/stale-wakes.ts';

const isStoppable = inStates(runEndings.workOver.from);

/** An event about an issue, in the log of its company. */
interface IssueEvent {
  readonly companyId: string;
  readonly seq: number;
  /** The agent that caused it and the run that it did so in, if there is one. */
  readonly byAgentId: string | null;
  readonly byRunId: string | null;
}

/** The run has checked out the issue: from now on it works on it, whatever it was woken for. */
export const saveCheckout = (
  db: Db,
  { companyId, byAgentId, byRunId }: IssueEvent,
  issueId: string,
): Promise<void> =>
  none(
    db,
    sql`
    update runs set checkout_issue_id = ${issueId}
    where company_id = ${companyId} and agent_id = ${byAgentId}::uuid
      and (${byRunId}::uuid is null or id = ${byRunId}::uuid) and status ${isLive}`,
  );

/**
 * Tells the live run of the agent to stop if it works on the issue: by a wake-up of before the event, or
 * by a checkout. The run that has caused the event itself goes on. One that is queued is decided when it
 * is offered again or starts; it is told as well, so that of a start at the same time and the event one
 * sees the other.
 */
export const tellToStop = (
  db: Db,
  { companyId, seq, byAgentId, byRunId }: IssueEvent,
  { issueId, agentId, reason, isAsked = false }: WorkOver,
): Promise<void> =>
  none(
    db,
    sql`
    update runs set stop_at = now() + make_interval(secs => ${STOP_GRACE_SECONDS}),
      stop_issue_id = ${issueId}, stop_code = ${reason.errorCode}, stop_error = ${reason.error},
      offered_until = case when runs.status <> 'queued' then runs.offered_until end,
      parked = runs.parked and runs.status <> 'queued',
      hint_at = case when runs.status = 'queued' then now() else runs.hint_at end
    from companies c
    where runs.company_id = ${companyId} and runs.agent_id = ${agentId} and runs.status ${isLive}
      and runs.stop_at is null and c.company_id = runs.company_id
      and (c.stops_ended_work or ${isAsked}::boolean)
      and not (
        runs.agent_id is not distinct from ${byAgentId}::uuid
        and coalesce(runs.id = ${byRunId}::uuid, true)
      )
      and (
        runs.checkout_issue_id is not distinct from ${issueId}::uuid
        or runs.issue_id = ${issueId} and exists (
          select from wakeups w
          where w.run_id = runs.id and w.issue_id = ${issueId}
            and w.status in ('coalesced', 'delivered') and w.source ${inSources(workSources)}
            and ${causeSeq} < ${seq}
        )
      )`,
  );

/** The end of a run that was told to stop, by which the sweep goes through them. */
export interface StoppingRun {
  readonly id: string;
  readonly companyId: string;
  readonly stopAt: string;
}

export const listDueToStop = (
  db: Db,
  after: StoppingRun | undefined,
  limit: number,
): Promise<StoppingRun[]> =>
  many<StoppingRun>(
    db,
    sql`
    select id, company_id, stop_at from runs
    where status ${isStoppable} and stop_at <= now() and (stop_at, id) >
      (${after?.stopAt ?? '-infinity'}::timestamptz, ${after?.id ?? NIL_UUID}::uuid)
    order by stop_at, id limit ${limit}`,
  );

export interface DueStop extends EndReason {
  readonly id: string;
  readonly agentId: string;
}

/** Locks those that still run and are not locked by another replica. */
export const lockDueToStop = (
  db: Db,
  companyId: string,
  runIds: readonly string[],
): Promise<DueStop[]> =>
  many<DueStop>(
    db,
    sql`
    select id, agent_id, stop_code as error_code, stop_error as error from runs
    where id = any(${runIds}::uuid[]) and company_id = ${companyId}
      and status ${isStoppable} and stop_at <= now()
    order by id limit ${runIds.length} for update skip locked`,
  );
