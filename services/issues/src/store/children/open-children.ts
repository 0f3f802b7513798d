/** The open children of an issue, in the order of the index of its children read backwards. */
import { CHILD_TITLE_MAX, CHILDREN_NAMED_MAX, type OpenChildren } from '@muster/contracts';
import { one, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueKey } from '../issue-rows.ts';
import { CHILDREN_COUNTED_MAX } from './child-states.ts';

/** As JSON, of an issue `i`; null if there are none. Both final statuses are the lowest of their type. */
export const openChildren: Statement = sql`(
  select json_build_object(
    'count', count(*),
    'items', json_agg(
      json_build_object(
        'identifier', s.identifier, 'title', left(s.title, ${CHILD_TITLE_MAX}), 'status', s.status
      )
      order by s.place
    ) filter (where s.place <= ${CHILDREN_NAMED_MAX})
  )
  from (
    select o.*, row_number() over () as place from (
      select c.identifier, c.title, c.status from issues_in_scope c
      where c.parent_id = i.id and c.company_id = i.company_id and c.status > 'done'
      order by c.status desc, c.priority desc, c.updated_at desc, c.id desc
      limit ${CHILDREN_COUNTED_MAX}
    ) o
  ) s
  having count(*) > 0
)`;

export const openChildrenStatement = ({ id, companyId }: IssueKey): Statement => sql`
  select ${openChildren} as open_children from issues i
  where i.id = ${id} and i.company_id = ${companyId}`;

export async function listOpenChildren(db: Db, issue: IssueKey): Promise<OpenChildren> {
  const row = await one<{ openChildren: OpenChildren | null }>(db, openChildrenStatement(issue));
  return row.openChildren ?? { count: 0, items: [] };
}
