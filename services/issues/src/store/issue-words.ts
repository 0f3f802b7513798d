/**
 * The words by which an issue is found: its own and those of its comments. The document of a long
 * thread continues in further parts, so that the cost of a comment does not grow with the thread.
 * Every part contains the issue's own words, so that a query may combine them with those of a
 * comment.
 */
import { sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';

/** Distinct words of comments after which a document continues in its next part. */
const PART_WORDS = 500;
/** Most further parts of a document, the latest ones: a change of the title writes all of them. */
const PARTS_MAX = 64;

/**
 * The own words of the issue called `i`, and one that stands for its company. Titles have weight A,
 * identifiers B, descriptions C, comments D.
 */
export const wordsOf = (title: Statement, description: Statement): Statement => sql`
  array_to_tsvector(array[' ' || i.company_id])
  || setweight(${title}, 'A')
  || setweight(to_tsvector('simple', i.identifier), 'B')
  || setweight(${description}, 'C')`;

const ownWords = wordsOf(
  sql`to_tsvector('simple', i.title)`,
  sql`to_tsvector('simple', coalesce(i.description, ''))`,
);

/** Saves the words of an issue whose title or description has changed. */
export const saveWords = (db: Db, { id, companyId }: IssueState): Promise<unknown> =>
  db.run(sql`
    update issue_texts t set words = ${ownWords} || ts_filter(t.words, '{d}')
    from issues i
    where t.issue_id = ${id} and t.company_id = ${companyId} and i.id = t.issue_id`);

/**
 * Parts of a statement that add the words of a comment to the issue called `i`. Their snapshot may
 * be older than the lock of the issue's row: a concurrent comment may have inserted the same next
 * part, and the conflict clause appends to it.
 */
export const addCommentWords = (body: string): Statement => sql`
  last_part as materialized (
    select t.issue_id, t.part, length(t.words) >= ${PART_WORDS}
      and length(ts_filter(t.words, '{d}')) >= ${PART_WORDS} as is_full
    from i join issue_texts t on t.issue_id = i.id
    order by t.part desc limit 1
  ), appended as (
    update issue_texts t set words = t.words || to_tsvector('simple', ${body})
    from last_part l
    where not l.is_full and t.issue_id = l.issue_id and t.part = l.part
  ), started as (
    insert into issue_texts as t (issue_id, part, company_id, words)
    select i.id, l.part + 1, i.company_id, ${ownWords} || to_tsvector('simple', ${body})
    from i join last_part l on l.issue_id = i.id
    where l.is_full
    on conflict (issue_id, part)
    do update set words = t.words || to_tsvector('simple', ${body})
  ), dropped as (
    delete from issue_texts t using last_part l
    where l.is_full and t.issue_id = l.issue_id
      and t.part > 0 and t.part <= l.part + 1 - ${PARTS_MAX}
  )`;
