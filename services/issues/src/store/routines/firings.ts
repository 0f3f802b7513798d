/** What the moments of routines have done. */
import type { RoutineFiring } from '@muster/contracts';
import { many, maybeOne, none, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { Whole } from '../../domain/issue-state.ts';

export type FiringRow = Whole<RoutineFiring> & {
  readonly companyId: string;
  readonly variables: Readonly<Record<string, string>>;
};

interface Key {
  readonly id: string;
  readonly companyId: string;
}

const firingColumns: Statement = sql`
  id, company_id, routine_id, moment, until, cause, outcome, reason, variables, issue_id, decided_at`;

/** A moment that is made up for replaces what it had done without an issue. */
export const saveFiring = (db: Db, firing: Omit<FiringRow, 'decidedAt'>): Promise<FiringRow> =>
  one<FiringRow>(
    db,
    sql`
    insert into routine_firings as f (
      id, company_id, routine_id, moment, until, cause, outcome, reason, variables, issue_id,
      decided_at
    )
    values (
      ${firing.id}, ${firing.companyId}, ${firing.routineId}, ${firing.moment}, ${firing.until},
      ${firing.cause}, ${firing.outcome}, ${firing.reason},
      ${JSON.stringify(firing.variables)}::jsonb, ${firing.issueId}, now()
    )
    on conflict (routine_id, moment) where outcome <> 'left_out' do update
    set cause = excluded.cause, outcome = excluded.outcome, reason = excluded.reason,
      variables = excluded.variables, issue_id = excluded.issue_id, decided_at = excluded.decided_at
    where f.issue_id is null
    returning ${firingColumns}`,
  );

/** What the moment has done; the caller holds the routine. */
export const findFiringAt = (
  db: Db,
  { id, companyId }: Key,
  moment: string,
): Promise<FiringRow | undefined> =>
  maybeOne<FiringRow>(
    db,
    sql`
    select ${firingColumns} from routine_firings
    where routine_id = ${id} and company_id = ${companyId} and moment = ${moment}
      and outcome <> 'left_out'`,
  );

export const findQueuedFiring = (db: Db, { id, companyId }: Key): Promise<FiringRow | undefined> =>
  maybeOne<FiringRow>(
    db,
    sql`
    select ${firingColumns} from routine_firings
    where id = ${id} and company_id = ${companyId} and outcome = 'queued'`,
  );

/** The moments of a range that have an issue, or are to get one. */
export const listMadeMoments = async (
  db: Db,
  { id, companyId }: Key,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<string[]> => {
  const rows = await many<{ moment: string }>(
    db,
    sql`
    select moment from routine_firings_in_scope
    where routine_id = ${id} and company_id = ${companyId} and moment between ${from} and ${to}
      and outcome in ('fired', 'queued')
    order by moment limit ${limit}`,
  );
  return rows.map(({ moment }) => moment);
};

/** Whether the last issue of a routine is open, and how many of its firings wait. */
export const getOverlap = (
  db: Db,
  { id, companyId }: Key,
  lastIssueId: string | null,
): Promise<{ readonly isOpen: boolean; readonly queued: number }> =>
  one(
    db,
    sql`
    select exists (
      select from issues
      where id = ${lastIssueId}::uuid and company_id = ${companyId}
        and status not in ('done', 'cancelled')
    ) as is_open, (
      select count(*)::integer from routine_firings
      where routine_id = ${id} and company_id = ${companyId} and outcome = 'queued'
    ) as queued`,
  );

/** What waits of a routine that makes no issues any more. */
export const skipQueued = (db: Db, { id, companyId }: Key, reason: string): Promise<void> =>
  none(
    db,
    sql`
    update routine_firings set outcome = 'skipped', reason = ${reason}, decided_at = now()
    where routine_id = ${id} and company_id = ${companyId} and outcome = 'queued'`,
  );

export const listFiringRows = (
  db: Db,
  { id, companyId }: Key,
  before: { readonly moment: string; readonly id: string } | undefined,
  limit: number,
): Promise<FiringRow[]> =>
  many<FiringRow>(
    db,
    sql`
    select ${firingColumns} from routine_firings_in_scope
    where routine_id = ${id} and company_id = ${companyId} ${
      before ? sql`and (moment, id) < (${before.moment}::timestamptz, ${before.id}::uuid)` : sql``
    }
    order by moment desc, id desc limit ${limit}`,
  );
