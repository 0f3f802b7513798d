/** Goals. Lists are ordered by depth, so that parents come before their children. */
import type { Goal, GoalLevel, Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  many,
  maybeOne,
  NIL_UUID,
  none,
  one,
  sql,
  type Db,
  type FirstRows,
} from '@muster/service-kit';

const goalColumns = sql`
  id, company_id, title, description, level, status, parent_id, owner_agent_id, created_at,
  updated_at, version`;

export interface GoalRow extends Goal {
  readonly depth: number;
}

export const findGoal = (db: Db, scope: Scope, id: string): Promise<GoalRow | undefined> =>
  maybeOne<GoalRow>(
    db,
    sql`
    select ${goalColumns}, depth from goals where id = ${id} and ${inScope(scope)}`,
  );

/** Serializes changes of a company's goals, so that none is decided on a stale tree. */
export const lockGoals = (db: Db, companyId: string): Promise<void> =>
  none(
    db,
    sql`
    select company_id from companies where company_id = ${companyId} for no key update`,
  );

export const insertGoal = (db: Db, goal: GoalRow): Promise<void> =>
  none(
    db,
    sql`
    insert into goals (
      id, company_id, title, description, level, status, parent_id, owner_agent_id, depth,
      created_at, updated_at
    )
    values (
      ${goal.id}, ${goal.companyId}, ${goal.title}, ${goal.description}, ${goal.level},
      ${goal.status}, ${goal.parentId}, ${goal.ownerAgentId}, ${goal.depth}, ${goal.createdAt},
      ${goal.updatedAt}
    )`,
  );

export const saveGoal = (db: Db, goal: GoalRow, now: string): Promise<Goal> =>
  one<Goal>(
    db,
    sql`
    update goals
    set title = ${goal.title}, description = ${goal.description}, level = ${goal.level},
      status = ${goal.status}, parent_id = ${goal.parentId}, owner_agent_id = ${goal.ownerAgentId},
      updated_at = greatest(updated_at, ${now}), version = version + 1
    where id = ${goal.id} and company_id = ${goal.companyId}
    returning ${goalColumns}`,
  );

/** Saves the depth of a moved goal and of all goals below it. */
export const saveDepthsBelow = (db: Db, { id, companyId }: Goal, depth: number): Promise<void> =>
  none(
    db,
    sql`
    with recursive down (id, depth) as (
      select ${id}::uuid, ${depth}::integer
      union all
      select g.id, down.depth + 1
      from down join goals g on g.parent_id = down.id and g.company_id = ${companyId}
    )
    update goals g set depth = down.depth
    from down where g.id = down.id and g.company_id = ${companyId} and g.depth <> down.depth`,
  );

/** Whether `above` is the goal itself or one of its ancestors. */
export const isGoalWithin = async (
  db: Db,
  { id, companyId }: Pick<Goal, 'id' | 'companyId'>,
  above: string,
): Promise<boolean> => {
  const { within } = await one<{ within: boolean }>(
    db,
    sql`
    with recursive up (id) as (
      select ${id}::uuid
      union
      select g.parent_id from up join goals g on g.id = up.id
      where g.company_id = ${companyId} and g.parent_id is not null
    )
    select exists (select from up where id = ${above}) as within`,
  );
  return within;
};

export const listChildLevels = async (
  db: Db,
  { id, companyId }: Pick<Goal, 'id' | 'companyId'>,
): Promise<GoalLevel[]> => {
  const rows = await many<{ level: GoalLevel }>(
    db,
    sql`
    select distinct level from goals
    where parent_id = ${id} and company_id = ${companyId} order by level limit 4`,
  );
  return rows.map(({ level }) => level);
};

/** In the order of ids: a goal that is moved in the tree keeps its place. */
export const listGoalStates = (
  db: Db,
  companyId: string,
  { after, size }: { readonly after: string | null; readonly size: number },
): Promise<FirstRows<Goal>> =>
  firstRows(
    db,
    sql`
    select ${goalColumns} from goals
    where company_id = ${companyId} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${size + 1}`,
    size,
    { texts: ['description'] },
  );

export interface GoalPosition {
  readonly depth: number;
  readonly id: string;
}

export const listGoalRows = (
  db: Db,
  companyId: string,
  position: GoalPosition | undefined,
  size: number,
): Promise<FirstRows<GoalRow>> =>
  firstRows(
    db,
    sql`
    select ${goalColumns}, depth from goals
    where company_id = ${companyId}
      and (depth, id) > (${position?.depth ?? -1}::integer, ${position?.id ?? NIL_UUID}::uuid)
    order by depth, id limit ${size + 1}`,
    size,
    { texts: ['description'] },
  );
