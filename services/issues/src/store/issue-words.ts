/**
 * The words by which an issue is found: its own and those of its comments. The document of a long
 * thread continues in further parts, so that the cost of a comment does not grow with the thread.
 * Every part contains the issue's own words, so that a query may combine them with those of a
 * comment.
 */
import { many, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import { TEXT_POSITIONS, wordVector } from '../domain/words/word-vector.ts';

/** Distinct words of comments after which a document continues in its next part. */
export const PART_WORDS = 500;
/** Positions of comments after which it does: words that occur too often have no more of them. */
export const PART_POSITIONS = TEXT_POSITIONS;
/** Parts that are written at once if the title changes: the first and the latest. */
export const PARTS_AT_ONCE = 64;

type OwnTexts = Pick<IssueState, 'title' | 'description'>;

/**
 * The own words of the issue called `i`, and one that stands for its company. Titles have weight A,
 * identifiers B, descriptions C, comments D.
 */
export const ownWords = ({ title, description }: OwnTexts): Statement =>
  wordsAround(
    sql`${wordVector(title, 'A').words}::tsvector`,
    sql`${wordVector(description ?? '', 'C').words}::tsvector`,
  );

const wordsAround = (title: Statement, description: Statement): Statement => sql`
  array_to_tsvector(array[' ' || i.company_id])
  || ${title}
  || setweight(to_tsvector('simple', replace(i.identifier, '-', ' ')), 'B')
  || ${description}`;

/** The own words of one of the new issues called `i`: its texts have their places in the arrays. */
export const ownWordsOfNew = (texts: readonly OwnTexts[], place: Statement): Statement =>
  wordsAround(
    sql`(${texts.map(({ title }) => wordVector(title, 'A').words)}::tsvector[])[${place}]`,
    sql`(${texts.map(({ description }) => wordVector(description ?? '', 'C').words)}::tsvector[])[${place}]`,
  );

/**
 * Saves the words of an issue whose title or description has changed, in the first part and the
 * latest ones.
 *
 * @returns whether there are others
 */
export async function saveWords(db: Db, issue: IssueState): Promise<boolean> {
  const { id, companyId } = issue;
  const written = await many(
    db,
    sql`
    update issue_texts t set words = ${ownWords(issue)} || ts_filter(t.words, '{d}')
    from issues i
    where t.issue_id = ${id} and t.company_id = ${companyId} and i.id = t.issue_id
      and t.part = any(array(
        (select 0) union
        (select latest.part from issue_texts latest
        where latest.issue_id = ${id} order by latest.part desc limit ${PARTS_AT_ONCE - 1})
      ))
    returning t.part`,
  );
  return written.length === PARTS_AT_ONCE;
}

/**
 * Parts of a statement that add the words of a comment to the issue called `i`. Their snapshot may
 * be older than the lock of the issue's row: a concurrent comment may have inserted the same next
 * part, and the conflict clause appends to it.
 */
export const addCommentWords = (body: string): Statement => {
  const { words, positions } = wordVector(body, 'D');
  return sql`
  last_part as materialized (
    select t.issue_id, t.part, t.positions >= ${PART_POSITIONS} or length(t.words) >= ${PART_WORDS}
      and length(ts_filter(t.words, '{d}')) >= ${PART_WORDS} as is_full
    from i join issue_texts t on t.issue_id = i.id
    order by t.part desc limit 1
  ), appended as (
    update issue_texts t
    set words = t.words || ${words}::tsvector, positions = t.positions + ${positions}::integer
    from last_part l
    where not l.is_full and t.issue_id = l.issue_id and t.part = l.part
  ), started as (
    insert into issue_texts as t (issue_id, part, company_id, words, positions)
    select i.id, l.part + 1, i.company_id,
      array_to_tsvector(array[' ' || i.company_id]) || ts_filter(o.words, '{a,b,c}')
        || ${words}::tsvector,
      ${positions}::integer
    from i
    join last_part l on l.issue_id = i.id
    join issue_texts o on o.issue_id = i.id and o.part = 0
    where l.is_full
    on conflict (issue_id, part) do update
    set words = t.words || ${words}::tsvector, positions = t.positions + ${positions}::integer
  )`;
};
