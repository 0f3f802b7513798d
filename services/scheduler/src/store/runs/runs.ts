/** Selects runs within the caller's companies. */
import type { Run, Scope } from '@muster/contracts';
import { inScope, many, maybeOne, sql, type Db } from '@muster/service-kit';
import type { HeldRun } from '../../domain/held-run.ts';
import { isLive } from './run-states.ts';

/** Most runs have none. */
const warnings = sql`
  case when runs.warnings = '{}' then '[]'::jsonb else (
    select jsonb_agg(
      jsonb_build_object('code', w.code)
        || case w.code
          when 'tools_refused' then coalesce(runs.refused_tools, '{}')
          when 'work_left' then jsonb_build_object('message', runs.work->'problem')
          else '{}'
        end
      order by w.n
    )
    from unnest(runs.warnings) with ordinality as w (code, n)
  ) end`;

export const runColumns = sql`
  runs.id, runs.company_id, runs.agent_id, runs.source, runs.reason, runs.status, runs.epoch,
  runs.issue_id, runs.wake_reason, runs.context, runs.started_at, runs.finished_at, runs.exit_code,
  runs.signal, runs.error, runs.error_code, runs.usage, runs.result_summary, runs.log_bytes,
  runs.created_at, ${warnings} as warnings, runs.work - 'problem' as work`;

export const heldColumns = sql`${runColumns}, runs.fence`;

export const findRun = (db: Db, scope: Scope, runId: string): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    select ${runColumns} from runs where id = ${runId} and ${inScope(scope)}`,
  );

export const lockRun = (db: Db, scope: Scope, runId: string): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    select ${runColumns} from runs where id = ${runId} and ${inScope(scope)} for update`,
  );

/** For its holder to write to it. */
export const lockHeldRun = (db: Db, scope: Scope, runId: string): Promise<HeldRun | undefined> =>
  maybeOne<HeldRun>(
    db,
    sql`
    select ${heldColumns} from runs where id = ${runId} and ${inScope(scope)} for update`,
  );

export const locateRun = async (db: Db, scope: Scope, runId: string): Promise<string | undefined> =>
  (await findRun(db, scope, runId))?.companyId;

/** The run because of which the agent gets no other one. */
export const findLiveRun = (db: Db, companyId: string, agentId: string): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    select ${runColumns} from runs
    where agent_id = ${agentId} and company_id = ${companyId}
      and (status ${isLive} or held)`,
  );

/** Those of several agents, each of which has one at most. */
export const listLiveRuns = (
  db: Db,
  companyId: string,
  agentIds: readonly string[],
): Promise<Pick<Run, 'id' | 'agentId' | 'status'>[]> =>
  many(
    db,
    sql`
    select id, agent_id, status from runs
    where agent_id = any(${agentIds}::uuid[]) and company_id = ${companyId}
      and (status ${isLive} or held)
    order by agent_id limit ${agentIds.length}`,
  );

/** The run that carries the wake-up of that cause. */
export const findRunOfCause = (
  db: Db,
  { companyId, agentId, cause }: { companyId: string; agentId: string; cause: string },
): Promise<Run | undefined> =>
  maybeOne<Run>(
    db,
    sql`
    select ${runColumns} from wakeups w join runs on runs.id = w.run_id
    where w.company_id = ${companyId} and w.agent_id = ${agentId} and w.cause = ${cause}`,
  );
