/** Runs that are carried out elsewhere: offered to be fetched, taken, and kept alive by beats. */
import type { OfferedWake, Run, Scope } from '@muster/contracts';
import { inScope, many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import { runColumns } from './runs.ts';

export interface Offer {
  /** How long the run may be taken: as long as its budget is reserved for that. */
  readonly offerSeconds: number;
  /** How long it may take once it is. */
  readonly timeLimitSec: number;
  /** What is reserved for it; 0 where nothing is limited. */
  readonly sliceCents: number;
}

/**
 * The queued run may be taken for a while; then it is offered anew. Nothing where it is already
 * offered for long enough.
 */
export const offerRun = (
  db: Db,
  runId: string,
  { offerSeconds, timeLimitSec, sliceCents }: Offer,
): Promise<Run | undefined> =>
  maybeOne<Run>(db, sql`
    update runs set time_limit_sec = ${timeLimitSec}, slice_cents = ${sliceCents},
      offered_until = now() + make_interval(secs => ${offerSeconds}),
      hint_at = now() + make_interval(secs => ${offerSeconds})
    where id = ${runId} and status = 'queued'
      and coalesce(offered_until < now() + make_interval(secs => ${offerSeconds / 2}), true)
    returning ${runColumns}`);

/** What the run was offered on may have changed, so it is offered again at once. */
export const withdrawOffer = (db: Db, companyId: string, agentId: string): Promise<void> =>
  none(db, sql`
    update runs set offered_until = null, hint_at = now()
    where company_id = ${companyId} and agent_id = ${agentId} and status = 'queued'
      and offered_until is not null`);

/** Wake-ups of one run at most: an agent has one run at a time. */
const OFFERED_MAX = 100;

export const listOffered = (db: Db, scope: Scope, agentId: string): Promise<OfferedWake[]> =>
  many<OfferedWake>(db, sql`
    select w.id, w.run_id, w.source, w.reason, w.issue_id, w.comment_id, w.approval_id,
      w.approval_status, w.linked_issue_ids, w.payload, w.created_at
    from runs
    join wakeups w on w.run_id = runs.id and w.status = 'coalesced'
    where runs.agent_id = ${agentId} and ${inScope(scope, sql`runs.company_id`)}
      and runs.status = 'queued' and runs.offered_until > now()
    order by w.id desc limit ${OFFERED_MAX}`);

export interface WakeToTake {
  readonly agentId: string;
  readonly status: string;
  readonly runId: string | null;
  readonly runStatus: string | null;
  readonly isOffered: boolean;
  readonly timeLimitSec: number;
}

export const findWakeToTake = (
  db: Db,
  scope: Scope,
  wakeId: string,
): Promise<WakeToTake | undefined> =>
  maybeOne<WakeToTake>(db, sql`
    select w.agent_id, w.status, w.run_id, runs.status as run_status,
      coalesce(runs.status = 'queued' and runs.offered_until > now(), false) as is_offered,
      coalesce(runs.time_limit_sec, 0) as time_limit_sec
    from wakeups w left join runs on runs.id = w.run_id
    where w.id = ${wakeId} and ${inScope(scope, sql`w.company_id`)}`);

export const locateWake = async (
  db: Db,
  scope: Scope,
  wakeId: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(db, sql`
    select company_id from wakeups where id = ${wakeId} and ${inScope(scope)}`);
  return found?.companyId;
};

export interface Terms {
  readonly leaseExpiresAt: string;
  readonly deadlineAt: string;
}

const terms = sql`lease_expires_at, deadline_at`;

export const findTerms = (db: Db, runId: string): Promise<Terms | undefined> =>
  maybeOne<Terms>(db, sql`
    select ${terms} from runs where id = ${runId} and deadline_at is not null`);

export interface Renewed extends Terms {
  readonly sliceCents: number;
  /** Since billing was asked whether the run may go on beyond its slice; Infinity where never. */
  readonly askedSecondsAgo: number;
  readonly secondsLeft: number;
}

/** The agent lives, and from now on has to say so: its run is lost where it goes silent. */
export const renewByBeat = (
  db: Db,
  { id, epoch }: { id: string; epoch: number },
  leaseSeconds: number,
): Promise<Renewed | undefined> =>
  maybeOne<Renewed>(db, sql`
    update runs set beat_at = now(),
      lease_expires_at = least(now() + make_interval(secs => ${leaseSeconds}), deadline_at)
    where id = ${id} and epoch = ${epoch} and status = 'running' and deadline_at is not null
    returning ${terms}, coalesce(slice_cents, 0) as slice_cents,
      coalesce(extract(epoch from now() - slice_asked_at), 'Infinity')::float8
        as asked_seconds_ago,
      greatest(0, extract(epoch from deadline_at - now()))::float8 as seconds_left`);

/** Of a run that is called, before it is. One that is fetched has it from its offer. */
export const saveSlice = (
  db: Db,
  { id, epoch }: { id: string; epoch: number },
  sliceCents: number,
): Promise<void> =>
  none(db, sql`
    update runs set slice_cents = ${sliceCents} where id = ${id} and epoch = ${epoch}`);

/** Billing is about to be asked whether the run may go on. */
export const saveSliceAsked = (
  db: Db,
  { id, epoch }: { id: string; epoch: number },
): Promise<void> =>
  none(db, sql`
    update runs set slice_asked_at = now() where id = ${id} and epoch = ${epoch}`);

/** The agent has the run now. Unless it says that it lives, nothing is heard until the deadline. */
export const handOver = (db: Db, { id, epoch }: { id: string; epoch: number }): Promise<void> =>
  none(db, sql`
    update runs set lease_expires_at = deadline_at
    where id = ${id} and epoch = ${epoch} and status = 'running' and deadline_at is not null
      and beat_at is null`);

/** Runs whose time is up. Their leases never outlast it, so the index of leases finds them. */
export const listOverdue = (
  db: Db,
  limit: number,
): Promise<{ id: string; companyId: string; agentId: string }[]> =>
  many(db, sql`
    select id, company_id, agent_id from runs
    where held and lease_expires_at <= now() and deadline_at <= now()
    order by lease_expires_at limit ${limit}`);

/** Locks those that are still overdue and that no other replica has locked. */
export const lockOverdue = (
  db: Db,
  companyId: string,
  runIds: readonly string[],
): Promise<Run[]> =>
  many<Run>(db, sql`
    select ${runColumns} from runs
    where id = any(${runIds}::uuid[]) and company_id = ${companyId}
      and held and deadline_at <= now() and status = 'running'
    order by id limit ${runIds.length} for update skip locked`);
