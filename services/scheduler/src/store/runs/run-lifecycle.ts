/**
 * The moves of a run, each a conditional update: of two at the same time the second one changes
 * nothing. The states from which a move starts come from the table in `domain/run-moves.ts`.
 */
import type { Run, RunStatus, RunWarning, Usage } from '@muster/contracts';
import type { CommittedWork, HandedOver } from '@muster/runner-protocol';
import { many, maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { HeldRun, Holder } from '../../domain/held-run.ts';
import type { RunBriefing } from '../../domain/run-context.ts';
import { isStoppedBy, runEndings } from '../../domain/run-endings.ts';
import { runMoves, type FinishedStatus } from '../../domain/run-moves.ts';
import { workSources } from '../../domain/ended-work/work-over.ts';
import { adoptableAfter } from '../held-leases.ts';
import { storedWords } from '../run-output/redacted-log.ts';
import { isProviderAway } from '../waits/holds.ts';
import { isListening, runnable } from '../roster.ts';
import {
  heldLocally,
  inSources,
  inStates,
  isRunOf,
  isStartableIn,
  precedes,
} from './run-states.ts';
import { refusedToolsOf } from './run-warnings.ts';
import { heldColumns, runColumns } from './runs.ts';

/** A queued run that has not been started after this time is offered again. */
export const OFFER_AGAIN_SECONDS = 10;

const isStartable = precedes('running');
/** The states in which a run has a holder that can end it. */
const isHeldState = inStates(runEndings.completed.from);

export interface NewRun extends RunBriefing {
  readonly id: string;
  readonly companyId: string;
  readonly agentId: string;
}

/**
 * Inserts a run that carries these wake-ups; they are delivered when it starts. Nothing where the
 * agent has another live run by now.
 */
export const insertRun = (
  db: Db,
  run: NewRun,
  wakeIds: readonly string[],
): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    with queued as (
      insert into runs (
        id, company_id, agent_id, source, reason, status, issue_id, context, hops, root_id,
        traceparent, hint_at
      )
      values (
        ${run.id}, ${run.companyId}, ${run.agentId}, ${run.source}, ${run.reason}, 'queued',
        ${run.issueId}, ${JSON.stringify(run.context)}::jsonb, ${run.hops}, ${run.rootId},
        ${run.traceparent}, now() + make_interval(secs => ${OFFER_AGAIN_SECONDS})
      )
      on conflict do nothing
      returning runs.*
    ), taken as (
      update wakeups w set status = 'coalesced', run_id = runs.id
      from queued as runs
      where w.id = any(${wakeIds}::uuid[]) and w.status = 'pending'
    )
    select ${runColumns} from queued as runs`,
  );

export interface QueuedRun {
  readonly id: string;
  readonly companyId: string;
  readonly agentId: string;
  readonly epoch: number;
  readonly traceparent: string | null;
  /** Of its agent, as far as it is known. */
  readonly quotaGroup: string | null;
  /** Its model provider has not answered lately: the run tries it alone. */
  readonly isProbe?: boolean;
  /** Whether another company may come to want a place; there is one where it is absent. */
  readonly isOneOfMany?: boolean;
}

export const queuedColumns = sql`
  runs.id, runs.company_id, runs.agent_id, runs.epoch, runs.traceparent, r.quota_group,
  ${isProviderAway} as is_probe`;

/** An agent that has fetched its run may take it later than it has asked. */
const canBeTaken = sql`
  runs.status ${isStartable} and r.status in ${runnable} and c.status = 'active'
  and coalesce(r.not_before <= now(), true)`;

export const canStart = sql`${canBeTaken} and ${isListening}`;

/** A queued run with the facts that decide whether it is its turn. */
export interface StartableRun extends QueuedRun {
  /** Runs that its company holds already. */
  readonly held: number;
  /** Another run tries the provider of its agent, which has not answered lately. */
  readonly isProbed: boolean;
  /** Whether runs of another company can start as well, as far as is known. */
  readonly othersWait: boolean;
  readonly isOneOfMany: boolean;
}

/**
 * The run, if it is queued and its agent and company can run. Whether others wait takes two lookups
 * in the index, before and after its company, and counts no runs.
 */
export const findStartable = (db: Db, runId: string): Promise<StartableRun | undefined> =>
  maybeOne<StartableRun>(
    db,
    sql`
    select ${queuedColumns}, (
        select count(*)::integer from runs h where h.company_id = runs.company_id and h.held
      ) as held,
      exists (
        select from quotas q
        where q.company_id = runs.company_id
          and q.quota_group = coalesce(r.quota_group, 'agent:' || r.agent_id)
          and q.busy_since is not null and q.probing_until > now()
      ) as is_probed,
      coalesce((
        select o.company_id from runs o
        where ${isStartableIn(sql`o`)} and o.company_id < runs.company_id
        order by o.company_id limit 1
      ), (
        select o.company_id from runs o
        where ${isStartableIn(sql`o`)} and o.company_id > runs.company_id
        order by o.company_id limit 1
      )) is not null as others_wait,
      exists (
        select from companies o
        where o.status = 'active' and o.company_id <> runs.company_id
      ) as is_one_of_many
    from runs
    join roster r on r.agent_id = runs.agent_id
    join companies c on c.company_id = runs.company_id
    where runs.id = ${runId} and ${canStart}`,
  );

/** Locks the run, if it can be started, until the end of the transaction. */
export const lockingStartable = (runId: string): Statement => sql`
  select ${queuedColumns} from runs
  join roster r on r.agent_id = runs.agent_id
  join companies c on c.company_id = runs.company_id
  where runs.id = ${runId} and ${canBeTaken}
  for update of runs`;

export const lockStartable = (db: Db, runId: string): Promise<QueuedRun | undefined> =>
  maybeOne<QueuedRun>(db, lockingStartable(runId));

/** Serializes the starts of one company until the end of the transaction. */
export const lockCompany = (db: Db, companyId: string): Promise<void> =>
  none(
    db,
    sql`
    select company_id from companies where company_id = ${companyId} for no key update`,
  );

export const countHeld = async (db: Db, companyId: string): Promise<number> => {
  const row = await maybeOne<{ held: number }>(
    db,
    sql`
    select count(*)::integer as held from runs where company_id = ${companyId} and held`,
  );
  return row?.held ?? 0;
};

export interface LeaseTerms {
  readonly leaseSeconds: number;
  /** Time limit of a called or remote run: its lease never ends later. */
  readonly deadlineSeconds?: number | undefined;
  /** Name of the runner that the agent is started on. */
  readonly runner?: string | undefined;
}

/** Whether a queued run that was told to stop has delivered a wake-up for that work all the same. */
const carriesStopped = sql`
  exists (
    select from wakeups w
    where w.run_id = runs.id and w.status = 'delivered' and w.issue_id = runs.stop_issue_id
      and w.source ${inSources(workSources)}
  )`;

/**
 * Takes the lease, if a wake-up is delivered with the run. It carries the briefing that it was queued
 * with until `briefRun` gives it another.
 */
export const startRun = (
  db: Db,
  runId: string,
  { leaseSeconds, deadlineSeconds, runner }: LeaseTerms,
): Promise<HeldRun | undefined> =>
  maybeOne<HeldRun>(
    db,
    sql`
    update runs set status = 'running', epoch = epoch + 1, fence = fence + 1, held = true,
      started_at = now(), runner = ${runner ?? null},
      adoptable_at = ${adoptableAfter(leaseSeconds)},
      deadline_at = now() + make_interval(secs => ${deadlineSeconds ?? null}),
      lease_expires_at = least(
        now() + make_interval(secs => ${leaseSeconds}),
        now() + make_interval(secs => ${deadlineSeconds ?? null})
      ),
      wake_reason = reason,
      stop_at = case when ${carriesStopped} then stop_at end
    where id = ${runId} and status ${isStartable}
      and exists (select from wakeups w where w.run_id = ${runId} and w.status = 'delivered')
    returning ${heldColumns}`,
  );

export interface Ending {
  readonly status: FinishedStatus;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly error?: string | null;
  readonly errorCode?: string | null;
  readonly resultSummary?: string | null;
  readonly warnings?: readonly RunWarning[];
  readonly work?: CommittedWork | undefined;
  readonly outputs?: HandedOver | undefined;
}

/** A run that was told to stop is recorded as stopped, however it has obeyed. */
const isStopped = ({ status, errorCode = null }: Ending): Statement =>
  sql`(stop_at is not null and ${isStoppedBy({ status, errorCode })}::boolean)`;

/** The holder ends its own run: the process is gone and the lease is released. */
export const finishRun = (
  db: Db,
  holder: Holder,
  ending: Ending,
  usage: Usage | undefined,
): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    update runs set finished_at = now(), held = false,
      status = case when ${isStopped(ending)} then ${runMoves.cancel.to} else ${ending.status} end,
      exit_code = ${ending.exitCode ?? null}, signal = ${ending.signal ?? null},
      error = case when ${isStopped(ending)} then stop_error
        else ${storedWords(ending.error ?? null)} end,
      error_code = case when ${isStopped(ending)} then stop_code else ${ending.errorCode ?? null} end,
      result_summary = ${storedWords(ending.resultSummary ?? null)},
      warnings = coalesce(${ending.warnings?.map(({ code }) => code) ?? null}::text[], warnings),
      refused_tools = ${refusedToolsOf(ending.warnings)}::jsonb,
      work = ${ending.work ? JSON.stringify(ending.work) : null}::jsonb,
      usage = coalesce(${usage ? JSON.stringify(usage) : null}::jsonb, usage)
    where ${isRunOf(holder)} and status ${isHeldState}
    returning ${runColumns}`,
  );

/** Ends a run on behalf of another party; a holder learns of it by its next check. */
export const endRun = (
  db: Db,
  runId: string,
  ending: Ending,
  from: readonly RunStatus[],
): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    update runs set status = ${ending.status}, finished_at = now(), held = ${heldLocally},
      error = ${ending.error ?? null}, error_code = ${ending.errorCode ?? null}
    where id = ${runId} and status ${inStates(from)}
    returning ${runColumns}`,
  );

/** Ends live runs of an agent, or of a whole company: at most `limit` of them. */
export const endLiveRuns = (
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string | null },
  ending: Ending,
  from: readonly RunStatus[],
  limit: number,
): Promise<Run[]> =>
  many<Run>(
    db,
    sql`
    update runs set status = ${ending.status}, finished_at = now(), held = ${heldLocally},
      error = ${ending.error ?? null}, error_code = ${ending.errorCode ?? null}
    where id = any(array(
      select id from runs
      where company_id = ${companyId} and (${agentId}::uuid is null or agent_id = ${agentId}::uuid)
        and status ${inStates(from)}
      order by id limit ${limit} for update
    ))
    returning ${runColumns}`,
  );
