/** What the calls of runs were refused: a row for each run, operation and code. */
import type { Scope } from '@muster/contracts';
import { idOlderThan, inScope, many, none, sql, type Db, type OldRows } from '@muster/service-kit';

export interface RefusedCalls {
  readonly operation: string;
  readonly code: string;
  readonly count: number;
  /** Of the last one. */
  readonly lastAt: string;
}

export interface RefusedCallsOfRun extends RefusedCalls {
  readonly runId: string;
  readonly companyId: string;
}

/** Replicas add in one order, so that none waits for another in a circle. */
export const addRefusals = (db: Db, refused: readonly RefusedCallsOfRun[]): Promise<void> =>
  none(
    db,
    sql`
    insert into refusals_of_runs as r (run_id, company_id, operation, code, count, last_at)
    select f."runId", f."companyId", f.operation, f.code, f.count, f."lastAt"
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as f(
      "runId" uuid, "companyId" uuid, operation text, code text, count integer, "lastAt" timestamptz
    )
    order by f."runId", f.operation, f.code
    on conflict (run_id, operation, code) do update
    set count = r.count + excluded.count, last_at = greatest(r.last_at, excluded.last_at)`,
  );

/** The newest first. */
export const listRefusals = (
  db: Db,
  scope: Scope,
  runId: string,
  limit: number,
): Promise<RefusedCalls[]> =>
  many<RefusedCalls>(
    db,
    sql`
    select operation, code, count, last_at from refusals_of_runs
    where run_id = ${runId} and ${inScope(scope, sql`company_id`)}
    order by last_at desc, operation, code limit ${limit}`,
  );

/** As long as the scheduler keeps runs by default. */
const KEPT_DAYS = 90;
/** Run by run: ids of runs are made by time. */
export const oldRefusals: OldRows = {
  table: sql`refusals_of_runs`,
  ...idOlderThan(sql`run_id`, KEPT_DAYS),
};
