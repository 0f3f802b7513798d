/**
 * Full-text search of issues and their comments. The index of words returns all matches unordered,
 * which is fast for few matches and slow for many. So there are two statements: few matches are
 * found by the index and all ranked; for many matches the list is read in its own order, and the
 * first matches are ranked. A sample of the newest issues decides between them before the index is
 * used.
 */
import { firstRows, sql, type Db, type FirstRows, type Statement } from '@muster/service-kit';
import { filterPredicates, listColumns, longColumns, type ListFilter } from './issue-filter.ts';
import type { ListPosition, ListRow } from './issue-list.ts';
import { labelsOfIssue } from '../planning-views.ts';

/** Most matches that count as few. */
const MATCHES_MAX = 1_000;
/** Newest issues of a company in the sample. */
const SAMPLE = 50;
/** Share of matches in the sample from which there are many. */
const MANY_SHARE = 0.2;
/** For many matches: issues of each status that are examined, in the order of the list. */
const EXAMINED_MAX = 1_000;
/** Matches among them that are ranked. */
const RANKED_MAX = 100;

/**
 * `rank` says where the words match: 4 in the title, 3 with the identifier, 2 with the description,
 * 1 with the comments.
 */
export interface FoundRow extends ListRow {
  readonly rank: number;
}

export interface SearchPosition extends ListPosition {
  readonly rank: number;
}

export interface Search {
  readonly filter: ListFilter;
  readonly q: string;
  readonly position: SearchPosition | undefined;
  readonly limit: number;
}

/** The query restricted to words of these weights: cheaper than filtering the document. */
const weighing = (weights: 'A' | 'AB' | 'ABC'): Statement => sql`
  regexp_replace(
    query::text, '(''(?:[^'']|'''')*'')(?::(\\*))?', '\\1:\\2' || ${weights}::text, 'g'
  )::tsquery`;

/** Repeated minuses, each a negation: the query parser's stack has room for a few only. */
const MINUSES = /-(?:[\s"]*-)+/g;

/** Most issues of a company whose words are all read where the index of words is of no use. */
const SMALL_COMPANY = MATCHES_MAX;

/**
 * Typed text as a query that never fails: words, quoted phrases, `or` and `-`. The last word
 * matches as a prefix, unless it ends a phrase or a group. For a prefix the index reads the issues of
 * all companies that have a word with it, so it gets none of a number or of less than three bytes:
 * in a small company all issues are read instead, and in any other such a word matches as a whole.
 */
const asked = ({ q: typed, filter }: Pick<Search, 'q' | 'filter'>): Statement =>
  askedFor(typed.replaceAll(MINUSES, '-'), filter.companyId);

const askedFor = (q: string, companyId: string): Statement => sql`
  asked as materialized (
    select query, ${weighing('A')} as in_title, ${weighing('AB')} as to_identifier,
      ${weighing('ABC')} as to_description, in_index
    from (
      select
        case
          when is_open and (is_selective or is_small) then (typed::text || ':*')::tsquery
          else typed
        end as query,
        case
          when is_open and is_selective then (typed::text || ':*')::tsquery
          when is_open and is_small then ''::tsquery
          else typed
        end as in_index
      from websearch_to_tsquery('simple', ${q}) as typed
      cross join lateral (
        select substring(typed::text from '''((?:[^'']|'''')*)''$') as last_word
      ) word
      cross join lateral (
        select last_word is not null and ${q} !~ '" *$' as is_open,
          octet_length(last_word) >= 3 and last_word !~ '^[-+]?[0-9]' as is_selective,
          exists (
            select from companies c
            where c.company_id = ${companyId} and c.issue_counter <= ${SMALL_COMPANY}
          ) as is_small
      ) how
      where numnode(typed) > 0
    ) typed
  )`;

const rank = sql`
  case
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

const afterPosition = (position: SearchPosition | undefined): Statement =>
  position
    ? sql`where (i.rank, i.priority, i.updated_at, i.id) < (
        ${position.rank}::integer, ${position.priority}::issue_priority,
        ${position.updatedAt}::timestamptz, ${position.id}::uuid
      )`
    : sql``;

const ranked = sql`i.rank desc, i.priority desc, i.updated_at desc, i.id desc`;

/** A page of few matches. Each row, even of an empty page, says whether there are many. */
export const fewStatement = ({ filter, q, position, limit }: Search): Statement => sql`
  with ${asked({ q, filter })}, sampled as materialized (
    select count(t.words) > 0 and count(t.words) >= ${MANY_SHARE}::float8 * count(*) as are_many
    from asked
    cross join companies c
    cross join lateral (
      select i.id from issues i
      where i.company_id = c.company_id order by i.issue_number desc limit ${SAMPLE}
    ) i
    left join ${partThatMatches} on true
    where c.company_id = ${filter.companyId} and c.issue_counter > ${MATCHES_MAX}
  ), matched as materialized (
    select m.issue_id
    from sampled
    cross join asked
    cross join lateral issue_matches(
      ${filter.companyId}, asked.in_index, asked.query, ${MATCHES_MAX + 1}
    ) as m (issue_id)
    where not sampled.are_many
  )
  select i.*, ${labelsOfIssue} as labels, all_of_them.are_many
  from (
    select sampled.are_many or count(m.issue_id) > ${MATCHES_MAX} as are_many
    from sampled left join matched m on true
    group by sampled.are_many
  ) all_of_them
  left join lateral (
    select i.* from (
      select i.*, ${rank}
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
    ${afterPosition(position)}
    order by ${ranked} limit ${limit}
  ) i on not all_of_them.are_many
  order by ${ranked} limit ${limit}`;

/** A page of the first matches of the list, for many matches. */
export const manyStatement = ({ filter, q, position, limit }: Search): Statement => sql`
  with ${asked({ q, filter })}
  select i.*, ${labelsOfIssue} as labels
  from (
    select found.*
    from unnest(${filter.statuses}::issue_status[]) as wanted (status)
    cross join lateral (
      select i.*, ${rank}
      from (
        select ${listColumns(filter)} from issues_in_scope i
        where i.status = wanted.status and ${filterPredicates(filter)}
        order by i.priority desc, i.updated_at desc, i.id desc limit ${EXAMINED_MAX}
      ) i
      cross join asked
      cross join ${partThatMatches}
      order by i.priority desc, i.updated_at desc, i.id desc limit ${RANKED_MAX}
    ) found
  ) i
  ${afterPosition(position)}
  order by ${ranked} limit ${limit}`;

type Few = FoundRow & { readonly areMany: boolean };

export async function searchIssueRows(
  db: Db,
  { size, ...others }: Omit<Search, 'limit'> & { readonly size: number },
): Promise<FirstRows<FoundRow>> {
  const search = { ...others, limit: size + 1 };
  const long = longColumns(search.filter);
  const few = await firstRows<Few>(db, fewStatement(search), size, long);
  if (few.rows[0]?.areMany) return firstRows<FoundRow>(db, manyStatement(search), size, long);
  // An empty page is one row without an issue.
  const found = few.rows.filter(({ id }) => id !== null);
  return { ...few, rows: found.map(({ areMany: _, ...row }) => row) };
}
