/**
 * The words by which an issue is found: what it says itself and what its comments say. A document
 * of a long thread goes on in a further part, so that a comment costs no more the more has been
 * said before it. Every part has the issue's own words, which are so found together with those of
 * any comment.
 */
import { sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../domain/standing.ts';

/** Different words of comments after which a document goes on in its next part. */
const PART_WORDS = 500;
/**
 * Parts of comments that an issue has beside its first, the latest: a change of its title writes
 * all of them.
 */
const PARTS_MAX = 64;

/**
 * What the issue called `i` says itself, under the word that stands for its company. Titles weigh
 * A, identifiers B, descriptions C, comments D.
 */
export const wordsOf = (title: Statement, description: Statement): Statement => sql`
  array_to_tsvector(array[' ' || i.company_id])
  || setweight(${title}, 'A')
  || setweight(to_tsvector('simple', i.identifier), 'B')
  || setweight(${description}, 'C')`;

const ownWords = wordsOf(
  sql`to_tsvector('simple', i.title)`, sql`to_tsvector('simple', coalesce(i.description, ''))`,
);

/** The words of an issue whose title or description has changed. */
export const saveWords = (db: Db, { id, companyId }: IssueState): Promise<unknown> =>
  db.run(sql`
    update issue_texts t set words = ${ownWords} || ts_filter(t.words, '{d}')
    from issues i
    where t.issue_id = ${id} and t.company_id = ${companyId} and i.id = t.issue_id`);

/**
 * Parts of a statement that put the words of a comment to those of the issue called `i`. What they
 * see may be older than the row of the issue, for which they have waited: another comment may have
 * begun the part that this one begins, and is joined there.
 */
export const withWords = (body: string): Statement => sql`
  last_part as materialized (
    select t.issue_id, t.part, length(t.words) >= ${PART_WORDS}
      and length(ts_filter(t.words, '{d}')) >= ${PART_WORDS} as is_full
    from i join issue_texts t on t.issue_id = i.id
    order by t.part desc limit 1
  ), appended as (
    update issue_texts t set words = t.words || to_tsvector('simple', ${body})
    from last_part l
    where not l.is_full and t.issue_id = l.issue_id and t.part = l.part
  ), begun as (
    insert into issue_texts as t (issue_id, part, company_id, words)
    select i.id, l.part + 1, i.company_id, ${ownWords} || to_tsvector('simple', ${body})
    from i join last_part l on l.issue_id = i.id
    where l.is_full
    on conflict (issue_id, part)
    do update set words = t.words || to_tsvector('simple', ${body})
  ), forgotten as (
    delete from issue_texts t using last_part l
    where l.is_full and t.issue_id = l.issue_id
      and t.part > 0 and t.part <= l.part + 1 - ${PARTS_MAX}
  )`;
