/** Pending approvals of many companies that a board user has the right to decide. */
import {
  INBOX_COMPANIES_MAX,
  INBOX_COUNT_MAX,
  INBOX_ROWS_MAX,
  permissionsOfApprovals,
  scopeWith,
  type Actor,
  type Permission,
  type WaitingApproval,
  type WaitingCount,
} from '@muster/contracts';
import { inScope, join, many, sql, type Db, type Statement } from '@muster/service-kit';
import { namesOfApproval } from './approvals.ts';

/** The longest title that is shown, in characters. */
const TITLE_MAX = 200;

const companyOfApproval = sql`a.company_id`;

/** An approval of a type that needs a permission, only where the caller has it. */
function hasRight(actor: Actor): Statement {
  const types = (permission: Permission): string[] =>
    Object.keys(permissionsOfApprovals).filter(
      (type) => permissionsOfApprovals[type] === permission,
    );
  const mayDecide = (permission: Permission): Statement => sql`(
    a.type <> all(${types(permission)}::text[])
      or ${inScope(scopeWith(actor, permission), companyOfApproval)}
  )`;
  return join(
    [
      mayDecide('manage_agents'),
      mayDecide('manage_budgets'),
      sql`(
        a.changes is null or not a.changes @> '[{"field": "budgetMonthlyCents"}]'
          or ${inScope(scopeWith(actor, 'manage_budgets'), companyOfApproval)}
      )`,
      sql`not (
        c.approvals_need_another
          and coalesce(
            ${actor.id}::uuid in (a.requested_by_user_id, a.payload_by_user_id), false
          )
      )`,
    ],
    ' and ',
  );
}

/** Of each company at most as many as are counted, read from the index by status. */
const waitingFor = (actor: Actor): Statement => sql`
  (
    select c.company_id, c.approvals_need_another from companies c
    where c.status <> 'archived' and ${inScope(scopeWith(actor, 'approve'), sql`c.company_id`)}
    order by c.company_id limit ${INBOX_COMPANIES_MAX}
  ) c
  cross join lateral (
    select a.id, a.company_id, a.type, a.status, a.requested_by_agent_id, a.requested_by_user_id,
      a.requested_by_name, a.agent_id, a.change_of_agent_id, a.budget_agent_id, a.payload, a.revision, a.created_at, a.updated_at, a.version
    from approvals a
    where a.company_id = c.company_id and a.status = 'pending' and ${hasRight(actor)}
    order by a.created_at desc, a.id desc limit ${INBOX_COUNT_MAX}
  ) a`;

export const listWaitingApprovals = (db: Db, actor: Actor): Promise<WaitingApproval[]> =>
  many(
    db,
    sql`
    select a.id, a.company_id, a.type, a.status, a.requested_by_agent_id, a.requested_by_user_id,
      a.revision, a.created_at, a.updated_at, a.version, ${namesOfApproval},
      coalesce(a.agent_id, a.change_of_agent_id, a.budget_agent_id) as about_agent_id,
      left(coalesce(a.payload->>'title', a.payload->>'name'), ${TITLE_MAX}) as title
    from (
      select a.* from ${waitingFor(actor)}
      order by a.created_at desc, a.id desc limit ${INBOX_ROWS_MAX}
    ) a
    order by a.created_at desc, a.id desc limit ${INBOX_ROWS_MAX}`,
  );

export const countWaitingApprovals = (db: Db, actor: Actor): Promise<WaitingCount[]> =>
  many(
    db,
    sql`
    select a.company_id, count(*)::integer as count from ${waitingFor(actor)}
    group by a.company_id order by a.company_id limit ${INBOX_COMPANIES_MAX}`,
  );
