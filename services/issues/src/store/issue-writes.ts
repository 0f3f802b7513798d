/** Inserting and saving issues, together with the words by which they are found. */
import { Refusal } from '@muster/contracts';
import { maybeOne, noneAwaited, one, sql, type Db } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import {
  insertedColumns,
  insertedValues,
  issueColumns,
  plainColumns,
  savedAssignments,
} from './issue-columns.ts';
import { ownWords } from './issue-words.ts';

export type NewIssue = Omit<
  IssueState,
  'issueNumber' | 'identifier' | 'labels' | 'createdAt' | 'updatedAt' | 'version'
>;

/**
 * Takes the company's next number and inserts the issue under it, atomically. The counter's row
 * stays locked until the commit, and other new issues of the company wait for it; so the words of
 * the texts, the slow part, come with the statement.
 */
export async function insertIssue(db: Db, issue: NewIssue, now: string): Promise<IssueState> {
  const inserted = await maybeOne<IssueState>(
    db,
    sql`
    with numbered as (
      update companies c set issue_counter = c.issue_counter + 1
      where c.company_id = ${issue.companyId} and c.status <> 'archived'
      returning c.company_id, c.issue_prefix, c.issue_counter
    ), inserted as (
      insert into issues as i (
        id, company_id, issue_number, identifier, ${insertedColumns}, created_at, updated_at
      )
      select ${issue.id}, n.company_id, n.issue_counter, n.issue_prefix || '-' || n.issue_counter,
        ${insertedValues(issue)}, ${now}, ${now}
      from numbered n
      returning ${plainColumns}, i.description
    ), indexed as (
      insert into issue_texts (issue_id, company_id, words)
      select i.id, i.company_id, ${ownWords(issue)} from inserted i
    )
    select ${issueColumns} from inserted i`,
  );
  if (!inserted) throw new Refusal('company_not_found');
  return inserted;
}

/**
 * Saves the fields that an update may change. The caller has read the row and holds its lock, so the
 * saved issue is known before Postgres has answered; only the names of other labels have to be read.
 */
export async function saveIssue(db: Db, next: IssueState, now: string): Promise<IssueState> {
  const update = sql`
    update issues i
    set ${savedAssignments(next)}, updated_at = greatest(i.updated_at, ${now}),
      version = i.version + 1
    where i.id = ${next.id} and i.company_id = ${next.companyId} and i.version = ${next.version}`;
  const labels = next.labels.filter(({ id }) => next.labelIds.includes(id));
  if (labels.length < next.labelIds.length) {
    return one<IssueState>(db, sql`${update} returning ${issueColumns}`);
  }
  await noneAwaited(db, update);
  const updatedAt = next.updatedAt > now ? next.updatedAt : now;
  return { ...next, labels, updatedAt, version: next.version + 1 };
}
