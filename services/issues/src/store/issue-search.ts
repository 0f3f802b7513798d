/** Finding issues by words, in what they say themselves and in their comments. */
import { many, sql, type Db, type Statement } from '@muster/service-kit';
import { predicates, type ListFilter, type ListPosition, type SummaryRow } from './issue-list.ts';
import { summaryColumns } from './issue-rows.ts';

/** Where the words were found, the best place first: title, identifier, own text, comment. */
export interface FoundRow extends SummaryRow {
  readonly place: number;
}

export interface SearchPosition extends ListPosition {
  readonly place: number;
}

/**
 * What a person types, as a query that never fails: words, phrases in quotes, `or` and `-`. The
 * last word may be the beginning of one, unless the query ends in a group.
 */
const query = (q: string): Statement => sql`
  select case
    when typed::text ~ '''$' then (typed::text || ':*')::tsquery else typed
  end as query
  from websearch_to_tsquery('simple', ${q}) as typed`;

export const searchStatement = (
  filter: ListFilter,
  q: string,
  position: SearchPosition | undefined,
  limit: number,
): Statement => sql`
  with asked as materialized (${query(q)}), found as (
    select issue_id, max(place) as place
    from (
      select t.issue_id,
        case
          when ts_filter(t.words, '{a}') @@ asked.query then 4
          when ts_filter(t.words, '{b}') @@ asked.query then 3
          else 2
        end as place
      from asked join issue_texts t on t.words @@ asked.query
      where t.company_id = ${filter.companyId}
      union all
      select m.issue_id, 1 as place
      from asked join comments m on m.words @@ asked.query
      where m.company_id = ${filter.companyId}
    ) places
    group by issue_id
  )
  select ${summaryColumns}, found.place
  from found join issues i on i.id = found.issue_id
  where i.status = any(${filter.statuses}::issue_status[]) and ${predicates(filter)}
    ${position
      ? sql`and (found.place, i.priority, i.updated_at, i.id) < (
          ${position.place}::integer, ${position.priority}::issue_priority,
          ${position.updatedAt}::timestamptz, ${position.id}::uuid
        )`
      : sql``}
  order by found.place desc, i.priority desc, i.updated_at desc, i.id desc
  limit ${limit}`;

export const searchIssueRows = (
  db: Db,
  filter: ListFilter,
  q: string,
  position: SearchPosition | undefined,
  limit: number,
): Promise<FoundRow[]> => many(db, searchStatement(filter, q, position, limit));
