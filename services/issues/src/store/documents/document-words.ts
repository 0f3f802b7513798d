/**
 * The words by which an issue is found for its documents: parts of the issue's words like those of its
 * comments, with numbers below zero. A version replaces the parts of the version before.
 */
import { many, none, sql, type Db, type Statement } from '@muster/service-kit';
import { setImmediate } from 'node:timers/promises';
import { stretchesOf } from '../../domain/words/stretches.ts';
import { wordVector } from '../../domain/words/word-vector.ts';
import type { IssueState } from '../../domain/issue-state.ts';
import { ownWords } from '../issue-words.ts';
import { asked } from '../lists/search-query.ts';

/** Documents that a row of a search names. */
export const DOCUMENTS_NAMED_MAX = 3;

/** Before a lock is taken: words of half a megabyte take a while, and others go on between the stretches. */
export async function wordsOfDocument(body: string): Promise<string[]> {
  const parts: string[] = [];
  for (const stretch of stretchesOf(body)) {
    if (parts.length > 0) await setImmediate(); // oxlint-disable-line no-await-in-loop -- it makes room for others
    parts.push(wordVector(stretch, 'D').words);
  }
  return parts;
}

interface WordsKey {
  readonly issueId: string;
  readonly companyId: string;
  readonly documentId: string;
}

export const removeDocumentWords = (
  db: Db,
  { issueId, companyId, documentId }: WordsKey,
): Promise<void> =>
  none(
    db,
    sql`
    delete from issue_texts
    where issue_id = ${issueId} and company_id = ${companyId} and document_id = ${documentId}`,
  );

/** Each part has the issue's own words, so that a search may combine them. The caller holds the issue. */
export async function saveDocumentWords(
  db: Db,
  key: WordsKey,
  parts: readonly string[],
): Promise<void> {
  await removeDocumentWords(db, key);
  await none(
    db,
    sql`
    insert into issue_texts (issue_id, part, company_id, words, document_id)
    select o.issue_id, lowest.part - p.n::integer, o.company_id,
      array_to_tsvector(array[' ' || o.company_id]) || ts_filter(o.words, '{a,b,c}')
        || p.words::tsvector, ${key.documentId}
    from issue_texts o
    cross join lateral (
      select min(t.part) as part from issue_texts t where t.issue_id = o.issue_id
    ) lowest
    cross join unnest(${parts}::text[]) with ordinality as p (words, n)
    where o.issue_id = ${key.issueId} and o.company_id = ${key.companyId} and o.part = 0`,
  );
}

/** Gives the parts of all documents of an issue its own words as they are now. */
export const renewOwnWords = (
  db: Db,
  issue: Pick<IssueState, 'id' | 'companyId' | 'title' | 'description'>,
): Promise<void> =>
  none(
    db,
    sql`
    update issue_texts t set words = ${ownWords(issue)} || ts_filter(t.words, '{d}')
    from issues i
    where t.issue_id = ${issue.id} and t.company_id = ${issue.companyId} and i.id = t.issue_id
      and t.part < 0`,
  );

export interface DocumentMatches {
  readonly issueId: string;
  readonly keys: string[];
}

export const documentMatchesStatement = (
  companyId: string,
  q: string,
  issueIds: readonly string[],
): Statement => sql`
  with ${asked({ q, companyId })}
  select found.issue_id, found.keys
  from unnest(${issueIds}::uuid[]) as listed (id)
  cross join asked
  cross join lateral (
    select listed.id as issue_id, array_agg(k.key order by k.key) as keys
    from (
      select distinct d.key
      from (
        select t.document_id, t.words from issue_texts t
        where t.issue_id = listed.id and t.part < 0 offset 0
      ) t
      join documents d on d.id = t.document_id and d.company_id = ${companyId}
        and d.deleted_at is null
      where t.words @@ asked.query
      order by d.key limit ${DOCUMENTS_NAMED_MAX}
    ) k
  ) found
  join issue_texts o on o.issue_id = listed.id and o.part = 0
  where found.keys is not null and not o.words @@ asked.to_description
  order by found.issue_id limit ${issueIds.length}`;

/** Of issues that a search has found, the documents in which its words stand and not in the issue itself. */
export const listDocumentMatches = async (
  db: Db,
  companyId: string,
  q: string,
  issueIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  const rows = await many<DocumentMatches>(db, documentMatchesStatement(companyId, q, issueIds));
  return new Map(rows.map(({ issueId, keys }) => [issueId, keys]));
};
