/** The local copy of runs: whose they are, and whether a token of theirs still counts. */
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';

export interface RunRow {
  readonly runId: string;
  readonly companyId: string;
  readonly agentId: string;
  readonly epoch: number;
  readonly ended: boolean;
}

/** An ended run stays ended; a run that was taken over by a new epoch never goes back. */
export const saveRun = (db: Db, { runId, companyId, agentId, epoch, ended }: RunRow) =>
  none(db, sql`
    insert into runs as r (run_id, company_id, agent_id, epoch, ended)
    values (${runId}, ${companyId}, ${agentId}, ${epoch}, ${ended})
    on conflict (run_id) do update
    set epoch = greatest(r.epoch, excluded.epoch), ended = r.ended or excluded.ended,
      changed_at = now()`);

export const findRun = (db: Db, runId: string): Promise<RunRow | undefined> =>
  maybeOne<RunRow>(db, sql`
    select run_id, company_id, agent_id, epoch, ended from runs where run_id = ${runId}`);

/** Rows of one pass that forgets. */
const FORGET_MAX = 5_000;

/**
 * Forgets runs that ended long ago: longer than the token of any run lives, so that none of them
 * comes to count again. Whoever still names such a run is answered by the scheduler.
 */
export const forgetEndedRuns = async (db: Db): Promise<number> => {
  const rows = await many(db, sql`
    delete from runs where run_id in (
      select run_id from runs where ended and changed_at < now() - interval '30 days'
      order by changed_at limit ${FORGET_MAX}
    ) returning 1`);
  return rows.length;
};
