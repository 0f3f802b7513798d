/**
 * Writes the words of an issue again from its texts: in the order of the comments, so that a thread
 * of any length is read a stretch at a time. The new parts follow the old ones, and those go with
 * the last stretch; until then the issue is found by both.
 */
import { many, maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import { wordParts } from '../domain/words/word-parts.ts';
import { wordVector } from '../domain/words/word-vector.ts';
import type { IssueState } from '../domain/issue-state.ts';
import { renewOwnWords } from './documents/document-words.ts';
import { ownWords, PART_POSITIONS, PART_WORDS } from './issue-words.ts';

/** Comments of one stretch, and their bytes: a comment more may begin before them. */
const COMMENTS_MAX = 200;
const BYTES_MAX = 262_144;

export interface IssueTexts extends Pick<IssueState, 'id' | 'companyId' | 'title' | 'description'> {
  readonly issueNumber: number;
  readonly commentCount: number;
}

/** Where the next stretch of a thread begins. */
export interface ThreadPosition {
  /** Number of the last comment whose words are in new parts. */
  readonly after: number;
  /** The first new part. */
  readonly firstPart: number;
}

/** The next issues of a company by number. */
export const listIssuesAfter = (
  db: Db,
  companyId: string,
  number: number,
  limit: number,
): Promise<Pick<IssueTexts, 'id'>[]> =>
  many(
    db,
    sql`
    select i.id from issues i
    where i.company_id = ${companyId} and i.issue_number > ${number}
    order by i.issue_number limit ${limit}`,
  );

/**
 * Locks an issue against new comments and titles. Without waiting it is nothing while another
 * transaction has it, which may wait for the caller's own.
 */
export const lockIssueTexts = (
  db: Db,
  companyId: string,
  issueId: string,
  { waits }: { readonly waits: boolean },
): Promise<IssueTexts | undefined> =>
  maybeOne(
    db,
    sql`
    select i.id, i.company_id, i.title, i.description, i.issue_number, i.comment_count
    from issues i
    where i.id = ${issueId} and i.company_id = ${companyId}
    for no key update ${waits ? sql`` : sql`skip locked`}`,
  );

interface Stretch {
  readonly parts: readonly Part[];
  /** Number of the last comment. */
  readonly last: number;
}

interface Part {
  readonly words: string;
  readonly positions: number;
}

/** Writes the next stretch. Undefined after the last one. */
export async function rewordStretch(
  db: Db,
  issue: IssueTexts,
  from: ThreadPosition | undefined,
): Promise<ThreadPosition | undefined> {
  const { parts, last } = await readStretch(db, issue.id, from?.after ?? 0);
  const isLast = last >= issue.commentCount;
  if (!from && isLast) {
    await none(db, sql`delete from issue_texts where issue_id = ${issue.id} and part >= 0`);
    await insertParts(db, issue, parts.length > 0 ? parts : [noWords], 0);
    await renewOwnWords(db, issue);
    return undefined;
  }
  const { next } = await one<{ next: number }>(
    db,
    sql`select max(t.part) + 1 as next from issue_texts t where t.issue_id = ${issue.id}`,
  );
  const firstPart = from?.firstPart ?? next;
  await insertParts(db, issue, parts, next);
  if (!isLast) return { after: last, firstPart };
  await endRewording(db, issue, firstPart);
  await renewOwnWords(db, issue);
  return undefined;
}

const noWords: Part = { words: '', positions: 0 };

async function readStretch(db: Db, issueId: string, after: number): Promise<Stretch> {
  const comments = await many<{ number: number; body: string }>(
    db,
    sql`
    select m.number, m.body from (
      select c.number, c.body,
        sum(octet_length(c.body)) over (order by c.number) - octet_length(c.body) as bytes_before
      from (
        select c.number, c.body from comments c
        where c.issue_id = ${issueId} and c.number > ${after}
        order by c.number limit ${COMMENTS_MAX}
      ) c
    ) m
    where m.bytes_before < ${BYTES_MAX} order by m.number limit ${COMMENTS_MAX}`,
  );
  const last = comments.at(-1)?.number ?? Number.MAX_SAFE_INTEGER;
  return { parts: partsOf(comments.map(({ body }) => body)), last };
}

function partsOf(bodies: readonly string[]): Part[] {
  const parts: Part[] = [];
  let together: string[] = [];
  let distinct = new Set<string>();
  let count = 0;
  const put = (): void => {
    const { words, positions } = wordVector(together.join('\n\n'), 'D');
    parts.push({ words, positions });
    [together, distinct, count] = [[], new Set(), 0];
  };
  for (const body of bodies) {
    together.push(body);
    for (const { lexeme } of wordParts(body)) {
      distinct.add(lexeme);
      count += 1;
    }
    if (distinct.size >= PART_WORDS || count >= PART_POSITIONS) put();
  }
  if (together.length > 0) put();
  return parts;
}

async function insertParts(
  db: Db,
  issue: IssueTexts,
  parts: readonly Part[],
  first: number,
): Promise<void> {
  const words = parts.map((part) => part.words);
  const positions = parts.map((part) => part.positions);
  await none(
    db,
    sql`
    insert into issue_texts (issue_id, part, company_id, words, positions)
    select i.id, ${first}::integer + p.n::integer - 1, i.company_id,
      o.words || p.words::tsvector, p.positions
    from issues i
    cross join lateral (select ${ownWords(issue)} as words) o
    cross join unnest(${words}::text[], ${positions}::integer[]) with ordinality
      as p (words, positions, n)
    where i.id = ${issue.id}`,
  );
}

/** The first part stays, since all others are read beside it. */
async function endRewording(db: Db, issue: IssueTexts, firstPart: number): Promise<void> {
  await none(
    db,
    sql`
    delete from issue_texts t
    where t.issue_id = ${issue.id} and t.part > 0 and t.part < ${firstPart}`,
  );
  await none(
    db,
    sql`
    update issue_texts t set words = ${ownWords(issue)}, positions = 0
    from issues i
    where t.issue_id = ${issue.id} and t.part = 0 and i.id = t.issue_id`,
  );
}
