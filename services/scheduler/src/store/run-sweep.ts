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
    update runs set hint_at = now() + make_interval(secs => ${seconds})
    where id = ${runId} and status = 'queued'`);

/** Queued runs of a company may find room now. */
export const advanceOffers = (db: Db, companyId: string): Promise<void> =>
  none(db, sql`
    update runs set hint_at = now()
    where status = 'queued' and company_id = ${companyId} and hint_at > now()`);

/** Whoever offered the queued runs may be gone, and the offers with it. */
export const advanceAllOffers = (db: Db): Promise<void> =>
  none(db, sql`update runs set hint_at = now() where status = 'queued' and hint_at > now()`);

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

/** Runs of the agent that were lost in the last seconds. */
export const countLost = async (
  db: Db,
  agentId: string,
  windowSeconds: number,
): Promise<number> => {
  const row = await one<{ lost: number }>(db, sql`
    select count(*)::integer as lost from runs
    where agent_id = ${agentId} and status = 'lost'
      and finished_at > now() - make_interval(secs => ${windowSeconds})`);
  return row.lost;
};
