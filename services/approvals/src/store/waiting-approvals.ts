/** Pending approvals of many companies that a board user has the right to decide. */
import {
  INBOX_ROWS_MAX,
  INBOX_WAITING_MAX,
  permissionsOfApprovals,
  scopeWith,
  type Actor,
  type Permission,
  type WaitingApproval,
} from '@muster/contracts';
import {
  countWaiting,
  inScope,
  join,
  many,
  sql,
  type Db,
  type Statement,
  type WaitingCounts,
} from '@muster/service-kit';
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

/** The newest first, in the order of an index of pending ones. */
const waitingFor = (actor: Actor, columns: Statement, limit: number): Statement => sql`
  select ${columns}
  from approvals a join companies c on c.company_id = a.company_id
  where a.status = 'pending' and c.status <> 'archived'
    and ${inScope(scopeWith(actor, 'approve'), companyOfApproval)} and ${hasRight(actor)}
  order by a.created_at desc, a.id desc limit ${limit}`;

export const listWaitingApprovals = (db: Db, actor: Actor): Promise<WaitingApproval[]> =>
  many(
    db,
    sql`
    select a.id, a.company_id, a.type, a.status, a.requested_by_agent_id, a.requested_by_user_id,
      a.revision, a.created_at, a.updated_at, a.version, ${namesOfApproval},
      coalesce(a.agent_id, a.change_of_agent_id, a.budget_agent_id) as about_agent_id,
      left(coalesce(a.payload->>'title', a.payload->>'name'), ${TITLE_MAX}) as title
    from (${waitingFor(actor, sql`a.*`, INBOX_ROWS_MAX)}) a
    order by a.created_at desc, a.id desc limit ${INBOX_ROWS_MAX}`,
  );

export const countWaitingApprovals = (db: Db, actor: Actor): Promise<WaitingCounts> =>
  countWaiting(db, waitingFor(actor, sql`a.company_id, a.created_at as at`, INBOX_WAITING_MAX));
