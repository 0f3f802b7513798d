/** The issues that block an issue, and those that it blocks. */
import { RELATIONS_MAX, type IssueLink, type Scope } from '@muster/contracts';
import { many, maybeOne, sql, type Db } from '@muster/service-kit';
import { isIssue } from '../issue-rows.ts';

const linkColumns = sql`
  i.id, i.identifier, i.title, i.status, i.priority, i.assignee_agent_id, i.assignee_user_id`;

export interface IssueWithBlockers {
  readonly id: string;
  readonly companyId: string;
  readonly blockedByIssueIds: readonly string[];
}

export const findBlockers = (
  db: Db,
  scope: Scope,
  ref: string,
): Promise<IssueWithBlockers | undefined> =>
  maybeOne(
    db,
    sql`
    select i.id, i.company_id, i.blocked_by_issue_ids from issues i
    where ${isIssue(ref, scope)} limit 1`,
  );

/** In the order in which they were set. */
export const listBlockers = (
  db: Db,
  { companyId, blockedByIssueIds }: IssueWithBlockers,
): Promise<IssueLink[]> =>
  many(
    db,
    sql`
    select ${linkColumns} from issues i
    where i.id = any(${blockedByIssueIds}::uuid[]) and i.company_id = ${companyId}
    order by array_position(${blockedByIssueIds}::uuid[], i.id) limit ${RELATIONS_MAX}`,
  );

/** One more than is shown, in the order of their numbers. */
export const listBlocked = (
  db: Db,
  { id, companyId }: Pick<IssueWithBlockers, 'id' | 'companyId'>,
): Promise<IssueLink[]> =>
  many(
    db,
    sql`
    select ${linkColumns} from issues_in_scope i
    where i.company_id = ${companyId} and i.blocked_by_issue_ids <> '{}'
      and i.blocked_by_issue_ids @> array[${id}::uuid]
      and i.status not in ('done', 'cancelled')
    order by i.issue_number limit ${RELATIONS_MAX + 1}`,
  );
