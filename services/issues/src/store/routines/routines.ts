/** The rows of routines. */
import type { Routine, RoutineStatus, RoutineSummary, Scope } from '@muster/contracts';
import {
  inScope,
  many,
  maybeOne,
  none,
  one,
  sql,
  type Db,
  type Statement,
} from '@muster/service-kit';
import type { Whole } from '../../domain/issue-state.ts';

export type RoutineRow = Whole<Omit<Routine, 'nextMoments' | 'spentMonthlyCents'>> & {
  readonly activatedByName: string | null;
};

const summaryColumns: Statement = sql`
  id, company_id, name, status, pause_reason, clock, next_fire_at, fired, failures_in_row,
  last_issue_id, proposed_by_agent_id, activated_by_user_id, budget_monthly_cents, exhausted_month,
  created_at, updated_at, version`;
export const routineColumns: Statement = sql`${summaryColumns}, template, variables, overlap, catch_up,
  catch_up_cap, pause_after_failures, activated_by_name`;

export const insertRoutine = (db: Db, routine: RoutineRow): Promise<void> =>
  none(
    db,
    sql`
    insert into routines (
      id, company_id, name, template, variables, clock, overlap, catch_up, catch_up_cap,
      pause_after_failures, budget_monthly_cents, status, next_fire_at, proposed_by_agent_id, activated_by_user_id,
      activated_by_name, created_at, updated_at, version
    )
    values (
      ${routine.id}, ${routine.companyId}, ${routine.name},
      ${JSON.stringify(routine.template)}::jsonb, ${JSON.stringify(routine.variables)}::jsonb,
      ${JSON.stringify(routine.clock)}::jsonb, ${routine.overlap}, ${routine.catchUp},
      ${routine.catchUpCap}, ${routine.pauseAfterFailures}, ${routine.budgetMonthlyCents},
      ${routine.status},
      ${routine.nextFireAt}, ${routine.proposedByAgentId}, ${routine.activatedByUserId},
      ${routine.activatedByName}, ${routine.createdAt}, ${routine.updatedAt}, ${routine.version}
    )`,
  );

/** What a change or a firing may have changed. */
export const saveRoutine = (db: Db, routine: RoutineRow): Promise<void> =>
  none(
    db,
    sql`
    update routines
    set name = ${routine.name}, template = ${JSON.stringify(routine.template)}::jsonb,
      variables = ${JSON.stringify(routine.variables)}::jsonb,
      clock = ${JSON.stringify(routine.clock)}::jsonb, overlap = ${routine.overlap},
      catch_up = ${routine.catchUp}, catch_up_cap = ${routine.catchUpCap},
      pause_after_failures = ${routine.pauseAfterFailures},
      budget_monthly_cents = ${routine.budgetMonthlyCents}, status = ${routine.status},
      pause_reason = ${routine.pauseReason}, next_fire_at = ${routine.nextFireAt},
      fired = ${routine.fired}, failures_in_row = ${routine.failuresInRow},
      last_issue_id = ${routine.lastIssueId}, activated_by_user_id = ${routine.activatedByUserId},
      activated_by_name = ${routine.activatedByName}, updated_at = ${routine.updatedAt},
      archived_at = case when ${routine.status}::text = 'archived' then now() end,
      version = ${routine.version}
    where id = ${routine.id} and company_id = ${routine.companyId}`,
  );

/** Where a moment has left the routine, which is no change of it. */
export const saveProgress = (
  db: Db,
  { id, companyId, nextFireAt, fired, failuresInRow, lastIssueId }: RoutineRow,
): Promise<void> =>
  none(
    db,
    sql`
    update routines
    set next_fire_at = ${nextFireAt}, fired = ${fired}, failures_in_row = ${failuresInRow},
      last_issue_id = ${lastIssueId}
    where id = ${id} and company_id = ${companyId}`,
  );

export const findRoutine = (db: Db, scope: Scope, id: string): Promise<RoutineRow | undefined> =>
  maybeOne<RoutineRow>(
    db,
    sql`select ${routineColumns} from routines where id = ${id} and ${inScope(scope)}`,
  );

export const lockRoutine = (db: Db, scope: Scope, id: string): Promise<RoutineRow | undefined> =>
  maybeOne<RoutineRow>(
    db,
    sql`
    select ${routineColumns} from routines where id = ${id} and ${inScope(scope)}
    for no key update`,
  );

export const findCompanyOfRoutine = async (
  db: Db,
  scope: Scope,
  id: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`select company_id from routines where id = ${id} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

export const listRoutineRows = (
  db: Db,
  { companyId, status }: { readonly companyId: string; readonly status: RoutineStatus | undefined },
  before: string | undefined,
  limit: number,
): Promise<RoutineSummary[]> =>
  many<RoutineSummary>(
    db,
    sql`
    select ${summaryColumns} from routines_in_scope
    where company_id = ${companyId} and status <> 'archived'
      and (${status ?? null}::text is null or status = ${status ?? null}::text)
      and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit}`,
  );

/** Counts no further than the limit of a company. */
export const countRoutines = async (db: Db, companyId: string, limit: number): Promise<number> => {
  const { count } = await one<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from (
      select from routines_in_scope
      where company_id = ${companyId} and status <> 'archived' limit ${limit}
    ) kept`,
  );
  return count;
};

/** The clock of the database, in whole milliseconds. */
export const getNow = async (db: Db): Promise<string> =>
  (await one<{ at: string }>(db, sql`select now()::timestamptz(3) as at`)).at;
