/** Approvals and their links to issues. */
import { Refusal, type ApprovalStatus, type Scope } from '@muster/contracts';
import {
  inScope, many, maybeOne, none, one, sql, type Db, type Statement,
} from '@muster/service-kit';
import type { ApprovalRow } from '../domain/approval.ts';

const columns = sql`
  a.id, a.company_id, a.type, a.status, a.requested_by_agent_id, a.requested_by_user_id,
  a.agent_id, a.payload, a.decision_note, a.decided_by_user_id, a.decided_at, a.revision,
  a.created_at, a.updated_at, a.version,
  array(
    select l.issue_id from approval_issues l where l.approval_id = a.id
    order by l.created_at, l.issue_id
  ) as issue_ids`;

export async function getApproval(db: Db, scope: Scope, approvalId: string): Promise<ApprovalRow> {
  const approval = await findWhere(db, scope, sql`a.id = ${approvalId}`, sql``);
  if (!approval) throw new Refusal('approval_not_found');
  return approval;
}

export const findCompanyOfApproval = async (
  db: Db,
  scope: Scope,
  approvalId: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(db, sql`
    select company_id from approvals where id = ${approvalId} and ${inScope(scope)}`);
  return found?.companyId;
};

/** Of several who decide at once, the first to hold the row decides. */
export async function lockApproval(db: Db, scope: Scope, approvalId: string): Promise<ApprovalRow> {
  const approval = await findWhere(db, scope, sql`a.id = ${approvalId}`, sql`for update`);
  if (!approval) throw new Refusal('approval_not_found');
  return approval;
}

export const lockApprovalOfHire = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<ApprovalRow | undefined> =>
  findWhere(db, [companyId], sql`a.agent_id = ${agentId}`, sql`for update`);

const findWhere = (
  db: Db,
  scope: Scope,
  which: Statement,
  lock: Statement,
): Promise<ApprovalRow | undefined> =>
  maybeOne<ApprovalRow>(db, sql`
    select ${columns} from approvals a
    where ${which} and ${inScope(scope, sql`a.company_id`)} ${lock}`);

export interface ApprovalFilter {
  readonly companyId: string;
  readonly status: readonly ApprovalStatus[] | undefined;
  /** Creation time and id of the last one seen. */
  readonly after: readonly (string | number)[] | undefined;
  readonly limit: number;
}

export const listApprovals = (
  db: Db,
  { companyId, status, after, limit }: ApprovalFilter,
): Promise<ApprovalRow[]> =>
  many<ApprovalRow>(db, sql`
    select ${columns} from approvals a
    where a.company_id = ${companyId}
      and (${status ?? null}::text[] is null or a.status = any(${status ?? null}::text[]))
      and (
        ${after?.[0] ?? null}::timestamptz is null
        or (a.created_at, a.id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid)
      )
    order by a.created_at desc, a.id desc limit ${limit}`);

export type NewApproval = Pick<
  ApprovalRow,
  | 'id' | 'companyId' | 'type' | 'requestedByAgentId' | 'requestedByUserId' | 'agentId'
  | 'payload' | 'issueIds'
>;

/** Nothing where the approval is there already: its cause was heard twice. */
export async function insertApproval(
  db: Db,
  { issueIds, ...approval }: NewApproval,
): Promise<ApprovalRow | undefined> {
  const inserted = await maybeOne<ApprovalRow>(db, sql`
    insert into approvals as a (
      id, company_id, type, requested_by_agent_id, requested_by_user_id, agent_id, payload
    )
    values (
      ${approval.id}, ${approval.companyId}, ${approval.type}, ${approval.requestedByAgentId},
      ${approval.requestedByUserId}, ${approval.agentId}, ${JSON.stringify(approval.payload)}::jsonb
    )
    on conflict (id) do nothing
    returning ${columns}`);
  if (!inserted) return undefined;
  const linked = [...new Set(issueIds)];
  await linkIssues(db, inserted, linked);
  return { ...inserted, issueIds: linked };
}

const linkIssues = (
  db: Db,
  { id, companyId }: ApprovalRow,
  issueIds: readonly string[],
): Promise<void> =>
  none(db, sql`
    insert into approval_issues (approval_id, issue_id, company_id)
    select ${id}, wanted.issue_id, ${companyId}
    from unnest(${issueIds}::uuid[]) as wanted (issue_id)
    on conflict do nothing`);

export interface Resolution {
  readonly status: ApprovalStatus;
  readonly decisionNote: string | null;
  readonly decidedByUserId: string | null;
}

/** Repeats the version that was read under the lock. */
export const saveResolution = (
  db: Db,
  { id, companyId, version }: ApprovalRow,
  { status, decisionNote, decidedByUserId }: Resolution,
): Promise<ApprovalRow> =>
  one<ApprovalRow>(db, sql`
    update approvals a
    set status = ${status}, decision_note = ${decisionNote},
      decided_by_user_id = ${decidedByUserId}::uuid,
      decided_at = case when ${decidedByUserId}::uuid is null then null else now() end,
      updated_at = now(), version = a.version + 1
    where a.id = ${id} and a.company_id = ${companyId} and a.version = ${version}
    returning ${columns}`);
