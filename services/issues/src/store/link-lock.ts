/**
 * The lock of a company's links between issues, which is its row. A request that locks more than one
 * issue takes it before the first: requests that lock several, in whatever order, then wait for each
 * other here and not in a circle. It also serializes moves that only together would make a cycle.
 */
import type { Scope } from '@muster/contracts';
import { none, sql, type Db, type Statement } from '@muster/service-kit';
import { isIssue } from './issue-rows.ts';

/** For a change of the parent or of the blockers of the issue. */
export const lockLinks = (db: Db, scope: Scope, ref: string): Promise<void> =>
  lockWhere(db, sql`select i.company_id from issues i where ${isIssue(ref, scope)} limit 1`);

/** For the end of the issue; without issues that it blocks, there is nothing to lock. */
export const lockLinksOfBlocker = (db: Db, scope: Scope, ref: string): Promise<void> =>
  lockWhere(
    db,
    sql`
    select i.company_id from issues i
    where ${isIssue(ref, scope)} and exists (
      select from issues_in_scope d
      where d.company_id = i.company_id and d.blocked_by_issue_ids <> '{}'
        and d.blocked_by_issue_ids @> array[i.id]
    ) limit 1`,
  );

/** For an issue that does not exist yet. */
export const lockLinksOfCompany = (db: Db, companyId: string): Promise<void> =>
  lockWhere(db, sql`select ${companyId}::uuid`);

const lockWhere = (db: Db, company: Statement): Promise<void> =>
  none(
    db,
    sql`
    select from companies where company_id = (${company}) for no key update`,
  );
