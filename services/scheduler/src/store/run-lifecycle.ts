/** The changes of a run, each a conditional update: whoever comes second changes nothing. */
import type { Run, RunStatus, Usage } from '@muster/contracts';
import { many, maybeOne, none, sql, type Db, type Statement } from '@muster/service-kit';
import type { Told } from '../domain/run-context.ts';
import { runnable } from './roster.ts';
import { runColumns } from './runs.ts';

/** A queued run that nobody has started by then is offered again. */
const OFFER_AGAIN_SECONDS = 10;

export interface NewRun extends Told {
  readonly id: string;
  readonly companyId: string;
  readonly agentId: string;
}

/**
 * A run that takes the wake-ups it is queued for; they are delivered when it starts. Nothing where
 * the agent has got a live run meanwhile.
 */
export const insertRun = (
  db: Db,
  run: NewRun,
  wakeIds: readonly string[],
): Promise<Run | undefined> =>
  maybeOne<Run>(db, sql`
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
      returning ${runColumns}
    ), taken as (
      update wakeups w set status = 'coalesced', run_id = runs.id
      from queued as runs
      where w.id = any(${wakeIds}::uuid[]) and w.status = 'pending'
    )
    select ${runColumns} from queued as runs`);

export interface Waiting {
  readonly id: string;
  readonly companyId: string;
  readonly agentId: string;
  readonly epoch: number;
  readonly traceparent: string | null;
}

export const waitingColumns = sql`
  runs.id, runs.company_id, runs.agent_id, runs.epoch, runs.traceparent`;

export const mayStart = sql`
  runs.status = 'queued' and r.status in ${runnable} and c.status = 'active'
  and coalesce(r.not_before <= now(), true)`;

/** A run that waits to be started, and what decides whether it is its turn. */
export interface Named extends Waiting {
  /** Runs that its company has already. */
  readonly held: number;
  /** Whether runs of another company wait as well. */
  readonly othersWait: boolean;
}

/**
 * The run, where it waits to be started and its agent and company may run. Whether others wait is
 * two looks into the index, before and behind its company: nobody's crowd is counted.
 */
export const findNamed = (db: Db, runId: string): Promise<Named | undefined> =>
  maybeOne<Named>(db, sql`
    select ${waitingColumns}, (
        select count(*)::integer from runs h where h.company_id = runs.company_id and h.held
      ) as held,
      coalesce((
        select o.company_id from runs o
        where o.status = 'queued' and o.company_id < runs.company_id
        order by o.company_id limit 1
      ), (
        select o.company_id from runs o
        where o.status = 'queued' and o.company_id > runs.company_id
        order by o.company_id limit 1
      )) is not null as others_wait
    from runs
    join roster r on r.agent_id = runs.agent_id
    join companies c on c.company_id = runs.company_id
    where runs.id = ${runId} and ${mayStart}`);

/** The run, where it may be started, locked so that it can be started in this transaction. */
export const lockingWaiting = (runId: string): Statement => sql`
  select ${waitingColumns} from runs
  join roster r on r.agent_id = runs.agent_id
  join companies c on c.company_id = runs.company_id
  where runs.id = ${runId} and ${mayStart}
  for update of runs`;

export const lockWaiting = (db: Db, runId: string): Promise<Waiting | undefined> =>
  maybeOne<Waiting>(db, lockingWaiting(runId));

/**
 * Held until the transaction ends, so that starts of one company are counted one after the other.
 */
export const lockCompany = (db: Db, companyId: string): Promise<void> =>
  none(db, sql`
    select company_id from companies where company_id = ${companyId} for no key update`);

export const countHeld = async (db: Db, companyId: string): Promise<number> => {
  const row = await maybeOne<{ held: number }>(db, sql`
    select count(*)::integer as held from runs where company_id = ${companyId} and held`);
  return row?.held ?? 0;
};

export interface LeaseTerms {
  readonly leaseSeconds: number;
  /** Where the run is carried out elsewhere: no lease of it ends later. */
  readonly deadlineSeconds?: number | undefined;
}

/** Takes the lease. The run carries what it is told from here on. */
export const startRun = (
  db: Db,
  runId: string,
  { leaseSeconds, deadlineSeconds }: LeaseTerms,
  told: Told,
): Promise<Run | undefined> =>
  maybeOne<Run>(db, sql`
    update runs set status = 'running', epoch = epoch + 1, held = true, started_at = now(),
      deadline_at = now() + make_interval(secs => ${deadlineSeconds ?? null}),
      lease_expires_at = least(
        now() + make_interval(secs => ${leaseSeconds}),
        now() + make_interval(secs => ${deadlineSeconds ?? null})
      ),
      source = ${told.source}, wake_reason = ${told.reason}, issue_id = ${told.issueId},
      hops = ${told.hops}, root_id = ${told.rootId},
      context = ${JSON.stringify(told.context)}::jsonb
    where id = ${runId} and status = 'queued'
    returning ${runColumns}`);

export interface Ending {
  readonly status: Exclude<RunStatus, 'queued' | 'running'>;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly error?: string | null;
  readonly errorCode?: string | null;
  readonly resultSummary?: string | null;
}

/** The holder's own end of its run: process gone, lease given back. */
export const finishRun = (
  db: Db,
  { id, epoch }: { id: string; epoch: number },
  ending: Ending,
  usage: Usage | undefined,
): Promise<Run | undefined> =>
  maybeOne<Run>(db, sql`
    update runs set status = ${ending.status}, finished_at = now(), held = false,
      exit_code = ${ending.exitCode ?? null}, signal = ${ending.signal ?? null},
      error = ${ending.error ?? null}, error_code = ${ending.errorCode ?? null},
      result_summary = ${ending.resultSummary ?? null},
      usage = coalesce(${usage ? JSON.stringify(usage) : null}::jsonb, usage)
    where id = ${id} and epoch = ${epoch} and status = 'running'
    returning ${runColumns}`);

/** The process of a run that was ended by somebody else is gone now. */
export const releaseRun = (
  db: Db,
  { id, epoch }: { id: string; epoch: number },
): Promise<void> =>
  none(db, sql`
    update runs set held = false where id = ${id} and epoch = ${epoch} and status <> 'running'`);

/** Elsewhere there is no process of ours to wait for: who works on is refused from now on. */
const heldHere = sql`held and deadline_at is null`;

/** Ends a run that has not been started, or whose holder is told by its next look. */
export const endRun = (
  db: Db,
  runId: string,
  ending: Ending,
): Promise<Run | undefined> =>
  maybeOne<Run>(db, sql`
    update runs set status = ${ending.status}, finished_at = now(), held = ${heldHere},
      error = ${ending.error ?? null}, error_code = ${ending.errorCode ?? null}
    where id = ${runId} and status in ('queued', 'running')
    returning ${runColumns}`);

/** Live runs that are ended at once. */
export const LIVE_RUNS_MAX = 1_000;

/** Ends what an agent, or a whole company, has live: so many runs, and then the rest. */
export const endLiveRuns = (
  db: Db,
  companyId: string,
  agentId: string | null,
  ending: Ending,
): Promise<Run[]> =>
  many<Run>(db, sql`
    update runs set status = ${ending.status}, finished_at = now(), held = ${heldHere},
      error = ${ending.error ?? null}, error_code = ${ending.errorCode ?? null}
    where id in (
      select id from runs
      where company_id = ${companyId} and (${agentId}::uuid is null or agent_id = ${agentId}::uuid)
        and status in ('queued', 'running')
      order by id limit ${LIVE_RUNS_MAX} for update
    )
    returning ${runColumns}`);

export const saveUsage = (
  db: Db,
  { id, epoch }: { id: string; epoch: number },
  usage: Usage,
): Promise<Run | undefined> =>
  maybeOne<Run>(db, sql`
    update runs set usage = ${JSON.stringify(usage)}::jsonb
    where id = ${id} and epoch = ${epoch} and usage is distinct from ${JSON.stringify(usage)}::jsonb
    returning ${runColumns}`);

export interface Held {
  readonly id: string;
  readonly epoch: number;
}

export const renewLeases = (
  db: Db,
  held: readonly Held[],
  leaseSeconds: number,
): Promise<void> =>
  none(db, sql`
    update runs
    set lease_expires_at = least(now() + make_interval(secs => ${leaseSeconds}), deadline_at)
    from unnest(
      ${held.map(({ id }) => id)}::uuid[], ${held.map(({ epoch }) => epoch)}::integer[]
    ) as mine (id, epoch)
    where runs.id = mine.id and runs.epoch = mine.epoch and runs.held`);

/** What became of runs of a holder; one that is missing is not its holder's any more. */
export const lookAtHeld = (
  db: Db,
  held: readonly Held[],
): Promise<{ id: string; status: RunStatus; errorCode: string | null }[]> =>
  many(db, sql`
    select runs.id, runs.status, runs.error_code from runs
    join unnest(
      ${held.map(({ id }) => id)}::uuid[], ${held.map(({ epoch }) => epoch)}::integer[]
    ) as mine (id, epoch) on mine.id = runs.id and mine.epoch = runs.epoch
    where runs.held order by runs.id limit 10000`);
