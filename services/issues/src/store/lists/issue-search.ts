/**
 * Full-text search of issues and their comments. The index of words returns all matches unordered,
 * which is fast for few matches and slow for many. So a search of few matches finds them by the
 * index and sorts them, and one of many is a list with a filter (see `issue-list.ts`). A sample of
 * the newest issues decides between them before the index is used.
 */
import { firstRows, sql, type Db, type FirstRows, type Statement } from '@muster/service-kit';
import type { IssueSort, ListKey } from '../../domain/list-order.ts';
import { filterPredicates, listColumns, longColumns, type ListFilter } from './issue-filter.ts';
import { afterPosition, orders, type ListRow } from './issue-list.ts';
import { asked } from './search-query.ts';
import { labelsOfIssue } from '../planning/planning-views.ts';

/** Most matches that count as few, and most parts of documents in which they are. */
const MATCHES_MAX = 1_000;
const PARTS_MAX = 4 * MATCHES_MAX;
/** A search that has begun with few matches goes on with them if some have joined. */
const GROWTH = 2;
/** Newest issues of a company in the sample. */
const SAMPLE = 50;
/** Share of matches in the sample from which there are many. */
const MANY_SHARE = 0.2;

/**
 * `rank` says where the words match: 5 are the identifier, whose beginning others may share, 4 in the
 * title, 3 with the identifier, 2 with the description, 1 with the comments.
 */
export interface FoundRow extends ListRow {
  readonly rank: number;
}

/** The order of a list, or the best place of the words first. */
export type SearchOrder =
  | { readonly sort: IssueSort; readonly position: ListKey | undefined }
  | { readonly sort: 'place'; readonly position: SearchPosition | undefined };
export type SearchPosition = Pick<ListKey, 'priority' | 'updatedAt' | 'id'> &
  Pick<FoundRow, 'rank'>;

export interface Search {
  readonly filter: ListFilter;
  readonly q: string;
  readonly order: SearchOrder;
  readonly limit: number;
}

const rankOf = (q: string): Statement => sql`
  case
    when i.identifier = ${q.trim().toUpperCase()}::text then 5
    when t.words @@ asked.in_title then 4
    when t.words @@ asked.to_identifier then 3
    when t.words @@ asked.to_description then 2
    else 1
  end as rank`;

/**
 * The own words of the issue called `i`, which every part of its document contains. `offset 0`
 * keeps this a lookup by key per issue: a generic plan would read the words of all companies
 * otherwise.
 */
const itsOwnWords = sql`
  cross join lateral (
    select t.words from issue_texts t where t.issue_id = i.id and t.part = 0 offset 0
  ) t`;

/** The latest part of the document of `i` that matches. */
const partThatMatches = sql`
  lateral (
    select t.words from (
      select t.words from issue_texts t where t.issue_id = i.id order by t.part desc offset 0
    ) t
    where t.words @@ asked.query limit 1
  ) t`;

function afterPlace(order: SearchOrder): Statement {
  if (order.sort !== 'place') return afterPosition(order);
  const { position } = order;
  return position
    ? sql`and (i.rank, i.priority, i.updated_at, i.id) < (
        ${position.rank}::integer, ${position.priority}::issue_priority,
        ${position.updatedAt}::timestamptz, ${position.id}::uuid
      )`
    : sql``;
}

const ranked = sql`i.rank desc, i.priority desc, i.updated_at desc, i.id desc`;
const orderOf = ({ sort }: SearchOrder): Statement => (sort === 'place' ? ranked : orders[sort]);

/** Whether many of the newest issues match, unless it is decided that there are few. */
const sampled = (companyId: string, isDecided: boolean): Statement => sql`
  sampled as materialized (
    select not ${isDecided}::boolean and count(t.words) > 0
      and count(t.words) >= ${MANY_SHARE}::float8 * count(*) as are_many
    from asked
    cross join companies c
    cross join lateral (
      select i.id from issues i
      where i.company_id = c.company_id order by i.issue_number desc limit ${SAMPLE}
    ) i
    left join ${partThatMatches} on true
    where c.company_id = ${companyId} and c.issue_counter > ${MATCHES_MAX}
  )`;

/** A page of few matches. Each row, even of an empty page, says whether there are many. */
export function fewStatement({ filter, q, order, limit }: Search): Statement {
  const { companyId } = filter;
  const goesOn = order.sort === 'place' && order.position !== undefined;
  const [matchesMax, partsMax] = [MATCHES_MAX, PARTS_MAX].map((max) => max * (goesOn ? GROWTH : 1));
  return sql`
  with ${asked({ q, companyId })}, ${sampled(companyId, goesOn)}, matched as materialized (
    select m.issue_id, count(*)::integer as parts
    from sampled
    cross join asked
    cross join lateral issue_parts(
      ${companyId}, asked.in_index, asked.query, ${partsMax}::integer + 1
    ) as m (issue_id)
    where not sampled.are_many
    group by m.issue_id
  )
  select i.*, ${labelsOfIssue} as labels, all_of_them.are_many
  from (
    select sampled.are_many or count(m.issue_id) > ${matchesMax}::integer
      or coalesce(sum(m.parts), 0) > ${partsMax}::integer as are_many
    from sampled left join matched m on true
    group by sampled.are_many
  ) all_of_them
  left join lateral (
    select i.* from (
      select i.*, ${rankOf(q)}
      from matched
      cross join asked
      cross join lateral (
        select ${listColumns(filter)} from issues_in_scope i
        where i.id = matched.issue_id
          and i.status = any(${filter.statuses}::issue_status[]) and ${filterPredicates(filter)}
        offset 0
      ) i
      ${itsOwnWords}
    ) i
    where not all_of_them.are_many ${afterPlace(order)}
    order by ${orderOf(order)} limit ${limit}
  ) i on true
  order by ${orderOf(order)} limit ${limit}`;
}

type Few = FoundRow & { readonly areMany: boolean };

/** A page of the matches, or `many`. */
export async function searchIssueRows(
  db: Db,
  { size, ...others }: Omit<Search, 'limit'> & { readonly size: number },
): Promise<FirstRows<FoundRow> | 'many'> {
  const search = { ...others, limit: size + 1 };
  const few = await firstRows<Few>(
    db,
    fewStatement(search),
    size,
    longColumns(search.filter, size),
  );
  if (few.rows[0]?.areMany) return 'many';
  // An empty page is one row without an issue.
  const found = few.rows.filter(({ id }) => id !== null);
  return { ...few, rows: found.map(({ areMany: _, ...row }) => row) };
}
