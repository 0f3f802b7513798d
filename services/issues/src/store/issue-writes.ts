/** Inserting and saving issues, together with the words by which they are found. */
import { Refusal } from '@muster/contracts';
import { join, many, noneAwaited, one, sql, type Db } from '@muster/service-kit';
import type { IssueState } from '../domain/issue-state.ts';
import {
  insertedColumns,
  insertedValues,
  issueColumns,
  plainColumns,
  savedAssignments,
} from './issue-columns.ts';
import { ownWordsOfNew } from './issue-words.ts';

export type NewIssue = Omit<
  IssueState,
  'issueNumber' | 'identifier' | 'labels' | 'createdAt' | 'updatedAt' | 'version'
>;

/**
 * Takes the company's next numbers and inserts the issues under them in their order, atomically: one
 * statement, however many. The counter's row stays locked until the commit, and other new issues of the
 * company wait for it; so the words of the texts, the slow part, come with the statement.
 */
export async function insertIssues(
  db: Db,
  companyId: string,
  issues: readonly NewIssue[],
  now: string,
): Promise<IssueState[]> {
  const count = issues.length;
  const rows = issues.map(
    (issue, index) => sql`(${index + 1}::integer, ${issue.id}::uuid, ${insertedValues(issue)})`,
  );
  const inserted = await many<IssueState>(
    db,
    sql`
    with numbered as (
      update companies c set issue_counter = c.issue_counter + ${count}::integer
      where c.company_id = ${companyId} and c.status <> 'archived'
      returning c.company_id, c.issue_prefix, c.issue_counter - ${count}::integer as numbers_before
    ), given (place, id, ${insertedColumns}) as (
      values ${join(rows, ', ')}
    ), inserted as (
      insert into issues as i (
        id, company_id, issue_number, identifier, ${insertedColumns}, created_at, updated_at
      )
      select g.id, n.company_id, n.numbers_before + g.place,
        n.issue_prefix || '-' || (n.numbers_before + g.place), ${insertedColumns}, ${now}, ${now}
      from numbered n cross join given g
      order by g.place
      returning ${plainColumns}, i.description
    ), indexed as (
      insert into issue_texts (issue_id, company_id, words)
      select i.id, i.company_id, ${ownWordsOfNew(issues, sql`i.issue_number - n.numbers_before`)}
      from inserted i cross join numbered n
    )
    select ${issueColumns} from inserted i order by i.issue_number limit ${count}`,
  );
  if (inserted.length === 0) throw new Refusal('company_not_found');
  return inserted;
}

export async function insertIssue(db: Db, issue: NewIssue, now: string): Promise<IssueState> {
  const [inserted] = await insertIssues(db, issue.companyId, [issue], now);
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
