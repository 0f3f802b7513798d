/** Queries of the sweep about runs, and the offers of queued runs. */
import type { Run } from '@muster/contracts';
import { many, NIL_UUID, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import { SESSION_UNKNOWN } from '../../domain/retries/retry.ts';
import { isListening } from '../roster.ts';
import { canStart, OFFER_AGAIN_SECONDS } from './run-lifecycle.ts';

/** A parked run is looked at after this time, also where the end of its cause was not noticed. */
const PARKED_SECONDS = 600;
/**
 * Until the run of a remote agent that is away is looked at again. Its next request brings the offer;
 * this is for a request whose signal was lost.
 */
const AWAY_AGAIN_SECONDS = 21_600;

export interface DueOffer {
  readonly id: string;
  readonly companyId: string;
  readonly traceparent: string | null;
  /** Otherwise it was parked. */
  readonly canStart: boolean;
}

/** What ends with its agent or company is left to `listOrphaned`. */
const isOrphaned = sql`(r.status = 'terminated' or c.status = 'archived')`;

/**
 * Claims queued runs whose offer is due for one replica, and sets their next offer. A run whose company
 * or agent keeps it from starting is parked until the quota of its agent begins, or until the cause has
 * ended: it is not read meanwhile. Remote agents that are away keep their runs from starting, too.
 */
export const claimDueOffers = (db: Db, limit: number): Promise<DueOffer[]> =>
  many<DueOffer>(
    db,
    sql`
    with due as (
      select runs.id, ${canStart} as can_start, ${isListening} as is_listening,
        case when r.not_before > now() then r.not_before end as not_before
      from runs
      join roster r on r.agent_id = runs.agent_id
      join companies c on c.company_id = runs.company_id
      where runs.status = 'queued' and runs.hint_at <= now() and not ${isOrphaned}
      order by runs.hint_at limit ${limit} for update of runs skip locked
    )
    update runs set parked = not due.can_start,
      hint_at = case when due.can_start then now() + make_interval(secs => ${OFFER_AGAIN_SECONDS})
        else least(due.not_before, now() + make_interval(secs =>
          case when due.is_listening then ${PARKED_SECONDS}::integer
            else ${AWAY_AGAIN_SECONDS}::integer end)) end
    from due where runs.id = due.id
    returning runs.id, runs.company_id, runs.traceparent, due.can_start`,
  );

export interface OrphanedRun {
  readonly id: string;
  readonly hintAt: string;
  readonly agentId: string;
  readonly companyId: string;
  /** Otherwise its company is archived. */
  readonly isTerminated: boolean;
}

/**
 * Queued runs that are due for an offer and that nothing will start: they were queued while their
 * agent was terminated or their company archived, by a transaction that did not see it.
 */
export const listOrphaned = (
  db: Db,
  after: Pick<OrphanedRun, 'id' | 'hintAt'> | undefined,
  limit: number,
): Promise<OrphanedRun[]> =>
  many<OrphanedRun>(
    db,
    sql`
    select runs.id, runs.hint_at, runs.agent_id, runs.company_id,
      r.status = 'terminated' as is_terminated
    from runs
    join roster r on r.agent_id = runs.agent_id
    join companies c on c.company_id = runs.company_id
    where runs.status = 'queued' and runs.hint_at <= now() and ${isOrphaned}
      and (runs.hint_at, runs.id) >
        (${after?.hintAt ?? '-infinity'}::timestamptz, ${after?.id ?? NIL_UUID}::uuid)
    order by runs.hint_at, runs.id limit ${limit}`,
  );

/** A run that cannot start now is offered again after this time. */
export const postponeOffer = (db: Db, runId: string, seconds: number): Promise<void> =>
  none(
    db,
    sql`
    update runs set hint_at = now() + make_interval(secs => ${seconds}),
      postponed_until = now() + make_interval(secs => ${seconds})
    where id = ${runId} and status = 'queued'`,
  );

/** Another run has its turn: this one is offered again at once, after those that wait. */
export const yieldTurn = (db: Db, runId: string): Promise<void> =>
  none(db, sql`update runs set hint_at = now() where id = ${runId} and status = 'queued'`);

/** Runs that are offered when one place is free: more than one, as not all of them may start. */
const ADVANCED_OFFERS_MAX = 5;

/** Capacity is free, in a company or for all: the runs that wait longest are offered. */
export const advanceOffers = (db: Db, companyId: string | null): Promise<void> =>
  none(
    db,
    sql`
    update runs set hint_at = now(), postponed_until = null
    where id in (
      select id from runs
      where status = 'queued' and postponed_until > now()
        and (${companyId}::uuid is null or company_id = ${companyId}::uuid)
      order by id limit ${ADVANCED_OFFERS_MAX} for update skip locked
    )`,
  );

/** Their queued runs can start now. */
export const advanceOffersOfAgents = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<void> =>
  offerQueued(db, companyId, agentIds, sql`coalesce(offered_until <= now(), true)`);

/** Their company is active again: those of their queued runs that are parked are offered. */
export const releaseParked = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<void> => offerQueued(db, companyId, agentIds, sql`parked`);

const offerQueued = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
  which: Statement,
): Promise<void> =>
  none(
    db,
    sql`
    update runs set hint_at = now(), parked = false
    where company_id = ${companyId} and agent_id = any(${agentIds}::uuid[]) and status = 'queued'
      and ${which}`,
  );

/** Offers queued runs again whose jobs may be lost; those that are offered or parked have none. */
export const advanceAllOffers = (db: Db): Promise<void> =>
  none(
    db,
    sql`
    update runs set hint_at = now()
    where status = 'queued' and not parked and hint_at > now()
      and coalesce(offered_until <= now(), true)`,
  );

/** The lease of a run, by which the sweep goes through runs. */
export interface RunLease {
  readonly id: string;
  readonly companyId: string;
  readonly leaseExpiresAt: string;
}

/** Leases after one of them, in the order of their ends. */
const leaseAfter = (after: Omit<RunLease, 'companyId'> | undefined): Statement => sql`
  (lease_expires_at, id) >
    (${after?.leaseExpiresAt ?? '-infinity'}::timestamptz, ${after?.id ?? NIL_UUID}::uuid)`;

/** Held runs whose leases have ended; `which` narrows them. */
export const listExpired = (
  db: Db,
  after: RunLease | undefined,
  limit: number,
  which: Statement = sql`true`,
): Promise<RunLease[]> =>
  many(
    db,
    sql`
    select id, company_id, lease_expires_at from runs
    where held and lease_expires_at <= now() and ${which} and ${leaseAfter(after)}
    order by lease_expires_at, id limit ${limit}`,
  );

export interface ReleasedRun {
  readonly id: string;
  readonly agentId: string;
  /** Null for a run without a runner. */
  readonly runner: string | null;
}

/** Releases those of the runs whose lease is still expired. */
export const releaseExpired = (
  db: Db,
  companyId: string,
  runIds: readonly string[],
): Promise<ReleasedRun[]> =>
  many<ReleasedRun>(
    db,
    sql`
    update runs set held = false
    where id in (
      select id from runs
      where id = any(${runIds}::uuid[]) and company_id = ${companyId}
        and held and lease_expires_at < now()
      order by id limit ${runIds.length} for update skip locked
    )
    returning id, agent_id, runner`,
  );

type LostRun = Pick<Run, 'companyId' | 'agentId' | 'issueId' | 'errorCode'>;

/** Counts runs of the agent that were lost in this window; of an unknown session, those on its issue. */
export const countLost = async (
  db: Db,
  { companyId, agentId, issueId, errorCode }: LostRun,
  windowSeconds: number,
): Promise<number> => {
  const row = await one<{ lost: number }>(
    db,
    sql`
    select count(*)::integer as lost from runs
    where company_id = ${companyId} and agent_id = ${agentId}
      and status in ('failed', 'timed_out', 'lost')
      and case when ${errorCode} = ${SESSION_UNKNOWN}
        then error_code = ${SESSION_UNKNOWN} and issue_id is not distinct from ${issueId}::uuid
        else status = 'lost'
      end
      and finished_at > now() - make_interval(secs => ${windowSeconds})`,
  );
  return row.lost;
};
