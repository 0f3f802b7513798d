/** Refuses references to things that do not exist in the company. */
import { Refusal, type RefusalCode } from '@muster/contracts';
import { many, maybeOne, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { Blocker } from '../domain/blockers.ts';
import type { NamedGoals } from '../domain/project-goals.ts';

const requireExisting = async (
  db: Db,
  statement: Statement,
  code: RefusalCode,
  field: string,
): Promise<void> => {
  if (!(await maybeOne(db, statement))) throw new Refusal(code, { field });
};

export const requireProject = (db: Db, companyId: string, id: string): Promise<void> =>
  requireExisting(
    db,
    sql`select id from projects where id = ${id} and company_id = ${companyId}`,
    'project_not_found',
    'projectId',
  );

export const requireGoal = (db: Db, companyId: string, id: string): Promise<void> =>
  requireExisting(
    db,
    sql`select id from goals where id = ${id} and company_id = ${companyId}`,
    'goal_not_found',
    'goalId',
  );

/** All goals of a list by one statement. Each id comes once. */
export async function requireGoals(
  db: Db,
  companyId: string,
  { ids, field }: NamedGoals,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await many(
    db,
    sql`
    select id from goals where id = any(${ids}::uuid[]) and company_id = ${companyId}
    order by id limit ${ids.length}`,
  );
  if (found.length < ids.length) throw new Refusal('goal_not_found', { field });
}

export const requireAgent = (db: Db, companyId: string, id: string, field: string): Promise<void> =>
  requireExisting(
    db,
    sql`select agent_id from roster where agent_id = ${id} and company_id = ${companyId}`,
    'agent_not_found',
    field,
  );

/** Locks the labels against deletion until the commit. */
export async function lockLabels(db: Db, companyId: string, ids: readonly string[]): Promise<void> {
  const locked = await many(
    db,
    sql`
    select id from labels where id = any(${ids}::uuid[]) and company_id = ${companyId}
    order by id limit ${ids.length} for share`,
  );
  if (locked.length < ids.length) throw new Refusal('label_not_found', { field: 'labelIds' });
}

/**
 * Locks the blockers and returns those that are open: an issue that has ended does not block. An end
 * that is in progress is waited for, so that none is missed. The caller holds the company's lock.
 */
export async function lockOpenBlockers(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Blocker[]> {
  const locked = await many<Blocker & { isOpen: boolean }>(
    db,
    sql`
    select id, identifier, title, status, status not in ('done', 'cancelled') as is_open
    from issues
    where id = any(${ids}::uuid[]) and company_id = ${companyId}
    order by id limit ${ids.length} for share`,
  );
  if (locked.length < ids.length) {
    throw new Refusal('issue_not_found', { field: 'blockedByIssueIds' });
  }
  const open = new Map(
    locked.filter(({ isOpen }) => isOpen).map(({ isOpen: _, ...blocker }) => [blocker.id, blocker]),
  );
  return ids.flatMap((id) => open.get(id) ?? []);
}

/** Refuses blockers that are blocked by the issue, directly or through others. */
export async function requireAcyclicBlockers(
  db: Db,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  blockers: readonly string[],
): Promise<void> {
  const { circular } = await one<{ circular: boolean }>(
    db,
    sql`
    with recursive waits (id) as (
      select unnest(${blockers}::uuid[])
      union
      select unnest(i.blocked_by_issue_ids)
      from waits join issues i on i.id = waits.id and i.company_id = ${companyId}
    )
    select exists (select from waits where id = ${id}) as circular`,
  );
  if (circular) throw new Refusal('would_make_cycle', { field: 'blockedByIssueIds' });
}
