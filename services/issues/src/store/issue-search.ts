/**
 * Finding issues by words, in what they say themselves and in their comments. The index of words
 * gives all issues that match, in no order, which is right for few and dear for many. So there are
 * two ways: what few issues match is found by the index and ranked whole; for what many match, the
 * list is read in its own order, and the first that match are ranked. A look at the newest issues
 * tells which it is before the index is asked.
 */
import { many, sql, type Db, type Statement } from '@muster/service-kit';
import {
  listColumns, predicates, type ListFilter, type ListPosition, type ListRow,
} from './issue-list.ts';
import { labelsOfIssue } from './planning-views.ts';

/** More matches than this are many. */
const MATCHES_MAX = 1_000;
/** Newest issues of a company that are looked at beforehand. */
const SAMPLE = 50;
/** Share of them that tells of many matches. */
const MANY_SHARE = 0.2;
/** Where there are many: issues of each status that are looked at, the list's first. */
const EXAMINED_MAX = 1_000;
/** Of those, matches that are ranked. */
const RANKED_MAX = 100;

/**
 * Where the words were found, the best place first: in the title, with the identifier, with the
 * description, with the comments.
 */
export interface FoundRow extends ListRow {
  readonly place: number;
}

export interface SearchPosition extends ListPosition {
  readonly place: number;
}

export interface Search {
  readonly filter: ListFilter;
  readonly q: string;
  readonly position: SearchPosition | undefined;
  readonly limit: number;
}

/** The query, each of its words only where it weighs this. Cheaper than to filter the document. */
const weighing = (weights: 'A' | 'AB' | 'ABC'): Statement => sql`
  regexp_replace(
    query::text, '(''(?:[^'']|'''')*'')(?::(\\*))?', '\\1:\\2' || ${weights}::text, 'g'
  )::tsquery`;

/** Minus after minus, each of which says "not": the parser of queries has room for a few only. */
const MINUSES = /-(?:[\s"]*-)+/g;

/**
 * What a person types, as a query that never fails: words, phrases in quotes, `or` and `-`. The
 * last word may be the beginning of one, unless it ends a phrase or a group.
 */
const asked = (typed: string): Statement => askedFor(typed.replaceAll(MINUSES, '-'));

const askedFor = (q: string): Statement => sql`
  asked as materialized (
    select query, ${weighing('A')} as in_title, ${weighing('AB')} as to_identifier,
      ${weighing('ABC')} as to_description
    from (
      select case
        when typed::text ~ '''$' and ${q} !~ '" *$' then (typed::text || ':*')::tsquery
        else typed
      end as query
      from websearch_to_tsquery('simple', ${q}) as typed
      where numnode(typed) > 0
    ) typed
  )`;

const place = sql`
  case
    when t.words @@ asked.in_title then 4
    when t.words @@ asked.to_identifier then 3
    when t.words @@ asked.to_description then 2
    else 1
  end as place`;

/**
 * What the issue called `i` says itself, which every part of its document does. The offset keeps
 * this a look by key for each issue: a plan that is made without the values would read all words of
 * all companies for a few of them.
 */
const itsOwnWords = sql`
  cross join lateral (
    select t.words from issue_texts t where t.issue_id = i.id and t.part = 0 offset 0
  ) t`;

/** The latest part of the document of `i` that has what is asked for. */
const partThatMatches = sql`
  lateral (
    select t.words from (
      select t.words from issue_texts t where t.issue_id = i.id order by t.part desc offset 0
    ) t
    where t.words @@ asked.query limit 1
  ) t`;

const behind = (position: SearchPosition | undefined): Statement =>
  position
    ? sql`where (i.place, i.priority, i.updated_at, i.id) < (
        ${position.place}::integer, ${position.priority}::issue_priority,
        ${position.updatedAt}::timestamptz, ${position.id}::uuid
      )`
    : sql``;

const ranked = sql`i.place desc, i.priority desc, i.updated_at desc, i.id desc`;

/** A page of few matches, and in each row, also where the page is empty, whether there are many. */
export const fewStatement = ({ filter, q, position, limit }: Search): Statement => sql`
  with ${asked(q)}, sampled as materialized (
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
      ${filter.companyId}, asked.query, ${MATCHES_MAX + 1}
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
      select i.*, ${place}
      from matched
      cross join asked
      cross join lateral (
        select ${listColumns(filter)} from issues_in_scope i
        where i.id = matched.issue_id
          and i.status = any(${filter.statuses}::issue_status[]) and ${predicates(filter)}
        offset 0
      ) i
      ${itsOwnWords}
    ) i
    ${behind(position)}
    order by ${ranked} limit ${limit}
  ) i on not all_of_them.are_many
  order by ${ranked} limit ${limit}`;

/** A page of the first matches of the list, where there are many. */
export const manyStatement = ({ filter, q, position, limit }: Search): Statement => sql`
  with ${asked(q)}
  select i.*, ${labelsOfIssue} as labels
  from (
    select found.*
    from unnest(${filter.statuses}::issue_status[]) as wanted (status)
    cross join lateral (
      select i.*, ${place}
      from (
        select ${listColumns(filter)} from issues_in_scope i
        where i.status = wanted.status and ${predicates(filter)}
        order by i.priority desc, i.updated_at desc, i.id desc limit ${EXAMINED_MAX}
      ) i
      cross join asked
      cross join ${partThatMatches}
      order by i.priority desc, i.updated_at desc, i.id desc limit ${RANKED_MAX}
    ) found
  ) i
  ${behind(position)}
  order by ${ranked} limit ${limit}`;

type Few = FoundRow & { readonly areMany: boolean };

export async function searchIssueRows(db: Db, search: Search): Promise<FoundRow[]> {
  const few = await many<Few>(db, fewStatement(search));
  if (few[0]?.areMany) return many<FoundRow>(db, manyStatement(search));
  // One row without an issue tells that there is nothing.
  return few.filter(({ id }) => id !== null).map(({ areMany: _, ...row }) => row);
}
