/** What a sweep looks for among the runs. */
import type { Run } from '@muster/contracts';
import { many, none, one, sql, type Db } from '@muster/service-kit';
import { runColumns } from './runs.ts';

const OFFER_AGAIN_SECONDS = 10;

/** Queued runs whose offer is due, each given to one replica; the next offer comes later. */
export const takeOffers = (
  db: Db,
  limit: number,
): Promise<{ id: string; traceparent: string | null }[]> =>
  many(db, sql`
    update runs set hint_at = now() + make_interval(secs => ${OFFER_AGAIN_SECONDS})
    where id in (
      select runs.id from runs
      join companies c on c.company_id = runs.company_id and c.status = 'active'
      where runs.status = 'queued' and runs.hint_at <= now()
      order by runs.hint_at limit ${limit} for update of runs skip locked
    )
    returning id, traceparent`);

/** A run that cannot start now is offered again after a while. */
export const postponeOffer = (db: Db, runId: string, seconds: number): Promise<void> =>
  none(db, sql`
    update runs set hint_at = now() + make_interval(secs => ${seconds}),
      postponed_until = now() + make_interval(secs => ${seconds})
    where id = ${runId} and status = 'queued'`);

/** Somebody else's turn: the run is offered again at once, behind those that wait. */
export const standBack = (db: Db, runId: string): Promise<void> =>
  none(db, sql`update runs set hint_at = now() where id = ${runId} and status = 'queued'`);

/** Runs that are offered when one place is free: more than one, as they may not all start. */
const ADVANCED_MAX = 5;

/** There is room again, in a company or in the whole instance: those that wait longest try it. */
export const advanceOffers = (db: Db, companyId: string | null): Promise<void> =>
  none(db, sql`
    update runs set hint_at = now(), postponed_until = null
    where id in (
      select id from runs
      where status = 'queued' and postponed_until > now()
        and (${companyId}::uuid is null or company_id = ${companyId}::uuid)
      order by id limit ${ADVANCED_MAX} for update skip locked
    )`);

/** Whoever offered the queued runs may be gone, and the offers with it; not those to be fetched. */
export const advanceAllOffers = (db: Db): Promise<void> =>
  none(db, sql`
    update runs set hint_at = now()
    where status = 'queued' and hint_at > now() and coalesce(offered_until <= now(), true)`);

export const listExpired = (
  db: Db,
  limit: number,
): Promise<{ id: string; companyId: string }[]> =>
  many(db, sql`
    select id, company_id from runs where held and lease_expires_at < now()
    order by lease_expires_at limit ${limit}`);

/** Locks those that are still expired, and lets them go: nobody holds them any more. */
export const releaseExpired = (
  db: Db,
  companyId: string,
  runIds: readonly string[],
): Promise<Run[]> =>
  many<Run>(db, sql`
    update runs set held = false
    where id in (
      select id from runs
      where id = any(${runIds}::uuid[]) and company_id = ${companyId}
        and held and lease_expires_at < now()
      order by id limit ${runIds.length} for update skip locked
    )
    returning ${runColumns}`);

/** Runs of the agent that were lost, or never reached it, in the last seconds. */
export const countLost = async (
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
  windowSeconds: number,
): Promise<number> => {
  const row = await one<{ lost: number }>(db, sql`
    select count(*)::integer as lost from runs
    where company_id = ${companyId} and agent_id = ${agentId}
      and status in ('failed', 'timed_out', 'lost')
      and (status = 'lost' or error_code = 'agent_refused' or starts_with(error_code, 'egress_'))
      and finished_at > now() - make_interval(secs => ${windowSeconds})`);
  return row.lost;
};
