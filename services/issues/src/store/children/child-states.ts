/**
 * How the children of an issue are. Of its index, `issues_by_parent`, the open statuses are the highest:
 * read backwards, it has the open children first.
 */
import {
  CHILD_TITLE_MAX,
  CHILDREN_NAMED_MAX,
  type ChildState,
  type IssueStatus,
  type WakeOnChildren,
} from '@muster/contracts';
import { maybeOne, none, one, pipelined, sql, type Db, type Statement } from '@muster/service-kit';
import type { Blocker } from '../../domain/blockers.ts';
import type { IssueSnapshotRow } from '../comments.ts';
import { snapshotColumns } from '../issue-columns.ts';
import type { IssueKey } from '../issue-rows.ts';
import { openBlockers } from '../open-blockers.ts';

/** Children that are counted of one issue. */
export const CHILDREN_COUNTED_MAX = 1_000;

/** Of the issue `i`, in the order of its index read backwards. */
const childrenOf = (columns: Statement, limit: number): Statement => sql`
  select ${columns} from issues_in_scope c
  where c.parent_id = i.id and c.company_id = i.company_id
  order by c.status desc, c.priority desc, c.updated_at desc, c.id desc limit ${limit}`;

/** The parent of a child, as long as it is open itself. */
export interface OpenParent extends IssueSnapshotRow {
  readonly wakeOnChildren: WakeOnChildren;
  readonly openBlockers: readonly Blocker[] | null;
  readonly hasOpenChildren: boolean;
}

export const openParentStatement = ({ id, companyId }: IssueKey): Statement => sql`
  select ${snapshotColumns}, i.wake_on_children, ${openBlockers} as open_blockers,
    coalesce(
      (${childrenOf(sql`c.status`, 1)}) not in ('done', 'cancelled'), false
    ) as has_open_children
  from issues i
  where i.id = ${id} and i.company_id = ${companyId} and i.status not in ('done', 'cancelled')`;

export const findOpenParent = (db: Db, parent: IssueKey): Promise<OpenParent | undefined> =>
  maybeOne<OpenParent>(db, openParentStatement(parent));

/**
 * The same for a child that has ended or left, as one transaction after the other sees it: of two last
 * children that end at the same time, the second waits for the commit of the first, and the statement
 * after the lock sees its end. Nothing is locked after this lock: it is the last one of its transaction,
 * so that nobody who holds it waits for a row (see `link-lock.ts` for the order of the others).
 */
export async function findParentLeft(db: Db, parent: IssueKey): Promise<OpenParent | undefined> {
  const [, found] = await pipelined([
    none(
      db,
      sql`
      select pg_advisory_xact_lock(hashtextextended('children of ' || ${parent.id}::text, 0))`,
    ),
    findOpenParent(db, parent),
  ]);
  return found;
}

export interface ChildStates {
  readonly children: readonly ChildState[];
  readonly counts: Partial<Record<IssueStatus, number>>;
}

export const childStatesStatement = ({ id, companyId }: IssueKey): Statement => sql`
  select
    coalesce((
      select json_agg(json_build_object(
        'identifier', s.identifier, 'title', left(s.title, ${CHILD_TITLE_MAX}), 'status', s.status
      ))
      from (${childrenOf(sql`c.identifier, c.title, c.status`, CHILDREN_NAMED_MAX)}) s
    ), '[]') as children,
    coalesce((
      select json_object_agg(t.status, t.count) from (
        select s.status, count(*)::integer as count
        from (${childrenOf(sql`c.status`, CHILDREN_COUNTED_MAX)}) s
        group by s.status
      ) t
    ), '{}') as counts
  from issues i where i.id = ${id} and i.company_id = ${companyId}`;

export const getChildStates = (db: Db, parent: IssueKey): Promise<ChildStates> =>
  one<ChildStates>(db, childStatesStatement(parent));
