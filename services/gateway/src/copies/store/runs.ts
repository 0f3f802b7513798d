/** The gateway's copy of runs: their agent, and whether their tokens are still valid. */
import { maybeOne, none, sql, type Db, type OldRows } from '@muster/service-kit';

export interface RunRow {
  readonly runId: string;
  readonly companyId: string;
  readonly agentId: string;
  readonly epoch: number;
  readonly ended: boolean;
}

/** A run never un-ends, and its epoch never decreases, in whatever order events arrive. */
export const saveRun = (db: Db, { runId, companyId, agentId, epoch, ended }: RunRow) =>
  none(
    db,
    sql`
    insert into runs as r (run_id, company_id, agent_id, epoch, ended)
    values (${runId}, ${companyId}, ${agentId}, ${epoch}, ${ended})
    on conflict (run_id) do update
    set epoch = greatest(r.epoch, excluded.epoch), ended = r.ended or excluded.ended,
      changed_at = now()`,
  );

export const findRun = (db: Db, runId: string): Promise<RunRow | undefined> =>
  maybeOne<RunRow>(
    db,
    sql`
    select run_id, company_id, agent_id, epoch, ended from runs where run_id = ${runId}`,
  );

/**
 * Deletes runs that ended a month ago. Run tokens expire much earlier, so none becomes valid again;
 * a caller that still names such a run is checked with the scheduler.
 */
export const oldRuns: OldRows = {
  table: sql`runs`,
  by: sql`changed_at`,
  below: sql`now() - interval '30 days'`,
  where: sql`ended`,
};
