/** Routines in the inbox of people: proposed, paused because they fail, or without money for this month. */
import {
  INBOX_ROWS_MAX,
  INBOX_WAITING_MAX,
  type Scope,
  type WaitingRoutine,
} from '@muster/contracts';
import {
  countWaiting,
  inScope,
  many,
  sql,
  type Db,
  type Statement,
  type WaitingCounts,
} from '@muster/service-kit';
import { monthOf } from './spent.ts';

const waiting = (scope: Scope, columns: Statement): Statement => sql`
  select ${columns} from routines_in_scope r
  where (
      r.status = 'proposed' or (r.status = 'paused' and r.pause_reason <> 'manual')
      or (
        r.exhausted_month is not null and r.status = 'active'
        and r.exhausted_month = ${monthOf(sql`r.company_id`)}
      )
    )
    and ${inScope(scope, sql`r.company_id`)} and not exists (
      select from companies c where c.company_id = r.company_id and c.status = 'archived'
    )
  order by r.id desc`;

export const waitingRoutinesStatement = (scope: Scope): Statement => sql`
  ${waiting(
    scope,
    sql`
    r.id, r.company_id, r.name, r.status, r.pause_reason, r.proposed_by_agent_id, r.exhausted_month,
    r.updated_at, r.version`,
  )} limit ${INBOX_ROWS_MAX}`;

export const listWaitingRoutines = (db: Db, scope: Scope): Promise<WaitingRoutine[]> =>
  many(db, waitingRoutinesStatement(scope));

export const countWaitingRoutines = (db: Db, scope: Scope): Promise<WaitingCounts> =>
  countWaiting(
    db,
    sql`${waiting(scope, sql`r.company_id, r.updated_at as at`)} limit ${INBOX_WAITING_MAX}`,
  );
