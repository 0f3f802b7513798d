/** Called and remote runs: offers, claims, keep-alives and deadlines. */
import type { OfferedWake, Run, Scope } from '@muster/contracts';
import { inScope, many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { Holder } from '../domain/held-run.ts';
import { LISTENING_SECONDS } from '../domain/slice.ts';
import type { RunJob } from '../run-job.ts';
import { OFFER_AGAIN_SECONDS } from './runs/run-lifecycle.ts';
import { isRunOf } from './runs/run-states.ts';
import { listExpired, type RunLease } from './runs/run-sweep.ts';
import { runColumns } from './runs/runs.ts';

export interface OfferTerms {
  /** How long the run can be claimed: its budget is reserved for this time. */
  readonly offerSeconds: number;
  /** How long the run may take after it is claimed. */
  readonly timeLimitSec: number;
  /** The reserved amount; 0 is no limit. */
  readonly sliceCents: number;
}

/**
 * Offers the queued run for a time; then it is offered again. Nothing where half of that time or
 * more is left of an earlier offer.
 */
export const saveOffer = (
  db: Db,
  runId: string,
  { offerSeconds, timeLimitSec, sliceCents }: OfferTerms,
): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    update runs set time_limit_sec = ${timeLimitSec}, slice_cents = ${sliceCents},
      offered_until = now() + make_interval(secs => ${offerSeconds}),
      hint_at = now() + make_interval(secs => ${offerSeconds})
    where id = ${runId} and status = 'queued'
      and coalesce(offered_until < now() + make_interval(secs => ${offerSeconds / 2}), true)
    returning ${runColumns}`,
  );

/**
 * The configuration on which the run was offered may have changed: it is offered again at once. So is
 * one that waits for an agent that was away, which may be no remote agent any more.
 */
export const withdrawOffer = (db: Db, companyId: string, agentId: string): Promise<void> =>
  none(
    db,
    sql`
    update runs set offered_until = null, parked = false, hint_at = now()
    where company_id = ${companyId} and agent_id = ${agentId} and status = 'queued'
      and (
        offered_until is not null
        or hint_at > now() + make_interval(secs => ${OFFER_AGAIN_SECONDS})
      )`,
  );

/** A request that waits looks again and again; it is written down once in this time. */
const ASKED_AGAIN_SECONDS = 30;

/**
 * The agent has asked for its wake-ups. Returns whether it was away before. Reads share connections,
 * so neither this nor `claimWaiting` waits for a lock: the next request of the agent does it again.
 */
export const saveAsked = async (db: Db, scope: Scope, agentId: string): Promise<boolean> => {
  const saved = await maybeOne<{ wasAway: boolean }>(
    db,
    sql`
    update roster set asked_at = now()
    where agent_id = (
      select agent_id from roster
      where agent_id = ${agentId} and ${inScope(scope)}
        and coalesce(asked_at < now() - make_interval(secs => ${ASKED_AGAIN_SECONDS}), true)
      for update skip locked
    )
    returning coalesce(
      old.asked_at < now() - make_interval(secs => ${LISTENING_SECONDS}), true
    ) as was_away`,
  );
  return saved?.wasAway ?? false;
};

/**
 * The queued run of an agent that asks, if it waits for that: one that is claimed here is due for an
 * offer now, like one that was queued just now.
 */
export const claimWaiting = (
  db: Db,
  scope: Scope,
  { agentId, wasAway }: { readonly agentId: string; readonly wasAway: boolean },
): Promise<RunJob | undefined> =>
  maybeOne<RunJob>(
    db,
    sql`
    update runs set parked = false,
      hint_at = now() + make_interval(secs => ${OFFER_AGAIN_SECONDS})
    where id = (
      select id from runs
      where agent_id = ${agentId} and ${inScope(scope)} and status = 'queued'
        and coalesce(offered_until <= now(), true)
        and (${wasAway} or hint_at > now() + make_interval(secs => ${OFFER_AGAIN_SECONDS}))
      for update skip locked
    )
    returning id as run_id, traceparent`,
  );

/** An agent has one run at a time, so these are the wake-ups of one run. */
const OFFERED_MAX = 100;

export const listOffered = (db: Db, scope: Scope, agentId: string): Promise<OfferedWake[]> =>
  many<OfferedWake>(
    db,
    sql`
    select w.id, w.run_id, w.source, w.reason, w.issue_id, w.comment_id, w.approval_id,
      w.approval_status, w.linked_issue_ids, w.payload, w.created_at
    from runs
    join wakeups w on w.run_id = runs.id and w.status = 'coalesced'
    where runs.agent_id = ${agentId} and ${inScope(scope, sql`runs.company_id`)}
      and runs.status = 'queued' and runs.offered_until > now()
    order by w.id desc limit ${OFFERED_MAX}`,
  );

export interface OfferedWakeState {
  readonly companyId: string;
  readonly agentId: string;
  readonly status: string;
  readonly runId: string | null;
  readonly runStatus: string | null;
  readonly isOffered: boolean;
  readonly timeLimitSec: number;
}

export const findOfferedWake = (
  db: Db,
  scope: Scope,
  wakeId: string,
): Promise<OfferedWakeState | undefined> =>
  maybeOne<OfferedWakeState>(
    db,
    sql`
    select w.company_id, w.agent_id, w.status, w.run_id, runs.status as run_status,
      coalesce(runs.status = 'queued' and runs.offered_until > now(), false) as is_offered,
      coalesce(runs.time_limit_sec, 0) as time_limit_sec
    from wakeups w left join runs on runs.id = w.run_id
    where w.id = ${wakeId} and ${inScope(scope, sql`w.company_id`)}`,
  );

export const locateWake = async (
  db: Db,
  scope: Scope,
  wakeId: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from wakeups where id = ${wakeId} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export interface RunTerms {
  readonly leaseExpiresAt: string;
  readonly deadlineAt: string;
}

const terms = sql`lease_expires_at, deadline_at`;

export const findTerms = (db: Db, runId: string): Promise<RunTerms | undefined> =>
  maybeOne<RunTerms>(
    db,
    sql`
    select ${terms} from runs where id = ${runId} and deadline_at is not null`,
  );

export interface RenewedRun extends RunTerms {
  readonly sliceCents: number;
  /** Since billing was asked for a further reservation; Infinity where it never was. */
  readonly requestedSecondsAgo: number;
  readonly secondsLeft: number;
  /** Why it was told to stop; null where it was not. */
  readonly stopCode: string | null;
}

/** After its first keep-alive an agent has to send more: its run is lost if it goes silent. */
export const renewByKeepAlive = (
  db: Db,
  holder: Holder,
  leaseSeconds: number,
): Promise<RenewedRun | undefined> =>
  maybeOne<RenewedRun>(
    db,
    sql`
    update runs set beat_at = now(),
      lease_expires_at = least(now() + make_interval(secs => ${leaseSeconds}), deadline_at)
    where ${isRunOf(holder)} and status = 'running' and deadline_at is not null
    returning ${terms}, coalesce(slice_cents, 0) as slice_cents,
      coalesce(extract(epoch from now() - slice_asked_at), 'Infinity')::float8
        as requested_seconds_ago,
      greatest(0, extract(epoch from deadline_at - now()))::float8 as seconds_left,
      case when stop_at is not null then stop_code end as stop_code`,
  );

/** For a run whose agent is about to be called; a remote run has its slice from the offer. */
export const saveSlice = (db: Db, holder: Holder, sliceCents: number): Promise<void> =>
  none(
    db,
    sql`
    update runs set slice_cents = ${sliceCents} where ${isRunOf(holder)}`,
  );

/** Billing is about to be asked for a further reservation. */
export const saveSliceRequested = (db: Db, holder: Holder): Promise<void> =>
  none(
    db,
    sql`
    update runs set slice_asked_at = now() where ${isRunOf(holder)}`,
  );

/** The agent has accepted the run. Without keep-alives its lease lasts until the deadline. */
export const extendLeaseToDeadline = (db: Db, holder: Holder): Promise<void> =>
  none(
    db,
    sql`
    update runs set lease_expires_at = deadline_at
    where ${isRunOf(holder)} and status = 'running' and deadline_at is not null
      and beat_at is null`,
  );

/** Runs past their deadline. Their leases never end later, so the index of leases finds them. */
export const listOverdue = (
  db: Db,
  after: RunLease | undefined,
  limit: number,
): Promise<RunLease[]> => listExpired(db, after, limit, sql`deadline_at <= now()`);

/** Locks those that are still overdue and not locked by another replica. */
export const lockOverdue = (db: Db, companyId: string, runIds: readonly string[]): Promise<Run[]> =>
  many<Run>(
    db,
    sql`
    select ${runColumns} from runs
    where id = any(${runIds}::uuid[]) and company_id = ${companyId}
      and held and deadline_at <= now() and status = 'running'
    order by id limit ${runIds.length} for update skip locked`,
  );
