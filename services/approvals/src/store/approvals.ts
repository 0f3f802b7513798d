/** Approvals. */
import { Refusal, type ApprovalStatus, type ApprovalType, type Scope } from '@muster/contracts';
import {
  firstRows,
  inScope,
  join,
  many,
  maybeOne,
  one,
  sql,
  type Db,
  type FirstRows,
  type Statement,
  type TimeAndId,
} from '@muster/service-kit';
import type { ApprovalRow } from '../domain/approval.ts';
import { requireWritableCompany } from './companies.ts';
import { linkIssues } from './links.ts';

/** The names of the agents of `a`, and of the board user who asked if no agent did. */
export const namesOfApproval = sql`
  coalesce((
    select g.name from agents g
    where g.agent_id = a.requested_by_agent_id and g.company_id = a.company_id
  ), a.requested_by_name) as requested_by_name,
  coalesce((
    select g.name from agents_in_scope g
    where g.agent_id = coalesce(a.agent_id, a.change_of_agent_id, a.budget_agent_id)
      and g.company_id = a.company_id
  ), case when a.type = 'hire_agent' then a.payload->>'name' end) as about_agent_name`;

export const approvalColumns = sql`
  ${namesOfApproval}, a.decided_by_name,
  a.id, a.company_id, a.type, a.status, a.requested_by_agent_id, a.requested_by_user_id,
  a.agent_id, a.budget_agent_id, a.change_of_agent_id, a.changes, a.is_stale, a.effect,
  a.caused_by, a.payload, a.payload_by_user_id, a.decision_note, a.decided_by_user_id,
  a.decided_at, a.revision, a.created_at, a.updated_at, a.version, a.new_limit_cents, a.redacted,
  (
    select l.budget_monthly_cents from agent_limits l
    where l.agent_id = a.budget_agent_id and l.company_id = a.company_id
  ) as present_limit_cents,
  array(
    select l.issue_id from approval_issues l where l.approval_id = a.id
    order by l.created_at, l.issue_id
  ) as issue_ids`;

export async function getApprovalRow(
  db: Db,
  scope: Scope,
  approvalId: string,
): Promise<ApprovalRow> {
  const approval = await findWhere(db, scope, sql`a.id = ${approvalId}`, sql``);
  if (!approval) throw new Refusal('approval_not_found');
  return approval;
}

export const findCompanyOfApproval = async (
  db: Db,
  scope: Scope,
  approvalId: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(
    db,
    sql`
    select company_id from approvals where id = ${approvalId} and ${inScope(scope)}`,
  );
  return found?.companyId;
};

/** Of several concurrent decisions the first to lock the row wins. */
export async function lockApproval(db: Db, scope: Scope, approvalId: string): Promise<ApprovalRow> {
  const approval = await findWhere(db, scope, sql`a.id = ${approvalId}`, sql`for update`);
  if (!approval) throw new Refusal('approval_not_found');
  return approval;
}

/** Locks an approval and refuses it if its company is archived. */
export async function lockWritableApproval(
  db: Db,
  scope: Scope,
  approvalId: string,
): Promise<ApprovalRow> {
  const approval = await lockApproval(db, scope, approvalId);
  await requireWritableCompany(db, approval.companyId);
  return approval;
}

export const lockApprovalOfHire = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<ApprovalRow | undefined> =>
  findWhere(db, [companyId], sql`a.agent_id = ${agentId}`, sql`for update`);

/** Most open requests about one agent that are locked at once; more than ever occur. */
const OPEN_MAX = 1_000;

/** Locks the undecided requests about an agent: about its budget, or about its settings. */
export const lockOpenAbout = (
  db: Db,
  companyId: string,
  about: { readonly budgetOf: string } | { readonly changeOf: string },
): Promise<ApprovalRow[]> =>
  many<ApprovalRow>(
    db,
    sql`
    select ${approvalColumns} from approvals a
    where a.company_id = ${companyId} and a.status in ('pending', 'revision_requested')
      and ${
        'budgetOf' in about
          ? sql`a.budget_agent_id = ${about.budgetOf}`
          : sql`a.change_of_agent_id = ${about.changeOf}`
      }
    order by a.id limit ${OPEN_MAX} for update`,
  );

/** The oldest undecided request of the agent for the same: the type, one of the issues, the budget. */
export const findOpenRequest = (
  db: Db,
  {
    companyId,
    type,
    requestedByAgentId,
    budgetAgentId = null,
    issueIds,
  }: Omit<NewApproval, 'id' | 'payload' | 'requestedByUserId'>,
): Promise<ApprovalRow | undefined> =>
  maybeOne<ApprovalRow>(
    db,
    sql`
    select ${approvalColumns} from approvals a
    where a.company_id = ${companyId} and a.status in ('pending', 'revision_requested')
      and a.requested_by_agent_id = ${requestedByAgentId} and a.type = ${type}
      and a.budget_agent_id is not distinct from ${budgetAgentId}::uuid
      and a.id in (
        select l.approval_id from approval_issues l
        where l.company_id = ${companyId} and l.issue_id = any(${issueIds}::uuid[])
      )
    order by a.created_at, a.id limit 1`,
  );

const findWhere = (
  db: Db,
  scope: Scope,
  which: Statement,
  lock: Statement,
): Promise<ApprovalRow | undefined> =>
  maybeOne<ApprovalRow>(
    db,
    sql`
    select ${approvalColumns} from approvals a
    where ${which} and ${inScope(scope, sql`a.company_id`)} ${lock}`,
  );

export interface ApprovalFilter {
  readonly companyId: string;
  readonly status?: readonly ApprovalStatus[] | undefined;
  readonly type?: readonly ApprovalType[] | undefined;
  readonly requestedByAgentId?: string | undefined;
  /** Only approvals that are linked to this issue. */
  readonly issueId?: string;
  /** Creation time and id of the last entry of the previous page. */
  readonly after: TimeAndId | undefined;
  readonly size: number;
}

export const listApprovalRows = (db: Db, filter: ApprovalFilter): Promise<FirstRows<ApprovalRow>> =>
  firstRows(
    db,
    sql`
    select ${approvalColumns} from approvals a
    where ${join(conditionsOf(filter), ' and ')}
    order by a.created_at desc, a.id desc limit ${filter.size + 1}`,
    filter.size,
    { texts: ['decision_note'], json: ['payload', 'changes'] },
  );

/** Contains only the given filters, so that each combination is planned with its index. */
function conditionsOf(filter: ApprovalFilter): Statement[] {
  const { companyId, status, type, requestedByAgentId, issueId, after } = filter;
  const conditions = [sql`a.company_id = ${companyId}`];
  if (status) conditions.push(oneOf(sql`a.status`, status));
  if (type) conditions.push(oneOf(sql`a.type`, type));
  if (requestedByAgentId) {
    conditions.push(sql`a.requested_by_agent_id = ${requestedByAgentId}`);
  }
  if (issueId) {
    conditions.push(sql`a.id in (
      select l.approval_id from approval_issues l
      where l.company_id = ${companyId} and l.issue_id = ${issueId}
    )`);
  }
  if (after) {
    conditions.push(sql`
      (a.created_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  }
  return conditions;
}

/** `=` for one value, because only then the index keeps the order of the list. */
const oneOf = (column: Statement, values: readonly string[]): Statement =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;

export type NewApproval = Pick<
  ApprovalRow,
  'id' | 'companyId' | 'type' | 'requestedByAgentId' | 'requestedByUserId' | 'payload' | 'issueIds'
> &
  Partial<
    Pick<
      ApprovalRow,
      | 'requestedByName'
      | 'agentId'
      | 'budgetAgentId'
      | 'causedBy'
      | 'changeOfAgentId'
      | 'changes'
      | 'createdAt'
    >
  >;

/** Inserts an approval; nothing if it exists, because its cause was delivered before. */
export async function insertApproval(
  db: Db,
  { issueIds, agentId = null, budgetAgentId = null, causedBy = null, ...approval }: NewApproval,
): Promise<ApprovalRow | undefined> {
  const inserted = await maybeOne<ApprovalRow>(
    db,
    sql`
    insert into approvals as a (
      id, company_id, type, requested_by_agent_id, requested_by_user_id, agent_id,
      budget_agent_id, caused_by, payload, change_of_agent_id, changes, created_at, updated_at,
      requested_by_name
    )
    values (
      ${approval.id}, ${approval.companyId}, ${approval.type}, ${approval.requestedByAgentId},
      ${approval.requestedByUserId}, ${agentId}, ${budgetAgentId}, ${causedBy},
      ${JSON.stringify(approval.payload)}::jsonb, ${approval.changeOfAgentId ?? null}::uuid,
      ${approval.changes ? JSON.stringify(approval.changes) : null}::jsonb,
      coalesce(${approval.createdAt ?? null}::timestamptz, now()),
      coalesce(${approval.createdAt ?? null}::timestamptz, now()),
      ${approval.requestedByUserId === null ? null : (approval.requestedByName ?? null)}
    )
    on conflict do nothing
    returning ${approvalColumns}`,
  );
  if (!inserted) return undefined;
  const linked = [...new Set(issueIds)];
  await linkIssues(db, inserted, linked);
  return { ...inserted, issueIds: linked };
}

/** What a move changes; a field that is left out keeps its value. */
export interface ApprovalChange {
  readonly status: ApprovalStatus;
  readonly decisionNote: string | null;
  /** Setting the decider also sets the time of the decision. */
  readonly decidedBy?: { readonly id: string; readonly name: string } | null;
  /** Set by a resubmission, together with the next revision. */
  readonly payload?: ApprovalRow['payload'] | undefined;
  /** Of a changed payload: the board user who changed it; null for an agent. */
  readonly payloadByUserId?: string | null | undefined;
  readonly budgetAgentId?: string | null | undefined;
  readonly changes?: ApprovalRow['changes'] | undefined;
  readonly revision?: number;
  /** The limit that an approved override gives. */
  readonly newLimitCents?: number | undefined;
}

/** Saves a move. The caller holds the lock of the row, so the version is current. */
export function saveApproval(
  db: Db,
  approval: ApprovalRow,
  { status, decisionNote, decidedBy = null, ...resubmitted }: ApprovalChange,
): Promise<ApprovalRow> {
  const { payload, budgetAgentId, revision, changes = approval.changes } = resubmitted;
  const { newLimitCents = null } = resubmitted;
  const { payloadByUserId = approval.payloadByUserId } = resubmitted;
  return one<ApprovalRow>(
    db,
    sql`
    update approvals a
    set status = ${status}, decision_note = ${decisionNote},
      decided_by_user_id = ${decidedBy?.id ?? null}::uuid,
      decided_by_name = ${decidedBy?.name ?? null},
      decided_at = case when ${decidedBy?.id ?? null}::uuid is null then null else now() end,
      payload = ${JSON.stringify(payload ?? approval.payload)}::jsonb,
      payload_by_user_id = ${payloadByUserId}::uuid,
      budget_agent_id = ${budgetAgentId ?? approval.budgetAgentId}::uuid,
      revision = ${revision ?? approval.revision},
      changes = ${changes ? JSON.stringify(changes) : null}::jsonb,
      new_limit_cents = ${newLimitCents}::bigint,
      updated_at = now(), version = a.version + 1
    where a.id = ${approval.id} and a.company_id = ${approval.companyId}
      and a.version = ${approval.version}
    returning ${approvalColumns}`,
  );
}
