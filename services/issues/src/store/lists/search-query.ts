/** The typed text of a search, as statements compare it with the words of issues. */
import { sql, type Statement } from '@muster/service-kit';
import { wordQuery } from '../../domain/words/word-query.ts';

export interface SearchText {
  readonly companyId: string;
  readonly q: string;
}

/** Most issues of a company whose words are all read where the index of words is of no use. */
const SMALL_COMPANY = 1_000;

const isSmall = (companyId: string): Statement => sql`exists (
  select from companies c
  where c.company_id = ${companyId} and c.issue_counter <= ${SMALL_COMPANY}
)`;

/**
 * `query` and what the index is asked. The last word matches as a beginning, unless it ends a phrase.
 * For a beginning the index reads the issues of all companies that have a word with it, so it gets
 * none of a number or of less than three bytes: in a small company all issues are read instead, and
 * in any other such a word matches as a whole.
 */
function typed({ q, companyId }: SearchText): Statement {
  const { whole, begun, isSelective } = wordQuery(q);
  if (isSelective) {
    return sql`select begun as query, begun as in_index from (select ${begun}::tsquery as begun) t`;
  }
  return sql`
    select case when is_small then begun else whole end as query,
      case when is_small then ''::tsquery else whole end as in_index
    from (
      select ${begun}::tsquery as begun, ${whole}::tsquery as whole,
        ${isSmall(companyId)} as is_small
    ) t`;
}

/** The query restricted to words of these weights: cheaper than filtering the document. */
const weighing = (weights: 'A' | 'AB' | 'ABC'): Statement => sql`
  regexp_replace(
    query::text, '(''(?:[^'']|'''')*'')(?::(\\*))?', '\\1:\\2' || ${weights}::text, 'g'
  )::tsquery`;

/** No row for a text without words. */
export const asked = (text: SearchText): Statement => sql`
  asked as materialized (
    select query, ${weighing('A')} as in_title, ${weighing('AB')} as to_identifier,
      ${weighing('ABC')} as to_description, in_index
    from (${typed(text)}) typed
    where numnode(query) > 0
  )`;

/** Whether a part of the document of `i` matches; the latest parts are looked at first. */
export const matches = (text: SearchText): Statement => sql`exists (
  select from (
    select t.words from issue_texts t where t.issue_id = i.id order by t.part desc offset 0
  ) t
  where t.words @@ (select query from (${typed(text)}) typed where numnode(query) > 0)
)`;
