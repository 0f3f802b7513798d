/** The columns of an issue, how it is named in a request, and how its row is found and locked. */
import { Refusal, type Scope } from '@muster/contracts';
import { inScope, maybeOne, one, sql, type Db, type Statement } from '@muster/service-kit';
import type { IssueState, Standing } from '../domain/standing.ts';
import { labelsOfIssue } from './planning-views.ts';

/** What a row of the table holds; it is called `i` in every statement. */
export const plainColumns = sql`
  i.id, i.company_id, i.identifier, i.issue_number, i.title, i.status, i.priority,
  i.assignee_agent_id, i.assignee_user_id, i.parent_id, i.project_id, i.goal_id, i.label_ids,
  i.blocked_by_issue_ids, i.created_by_agent_id, i.created_by_user_id, i.assigned_by_agent_id,
  i.assigned_by_user_id, i.checkout_run_id, i.started_at, i.completed_at, i.cancelled_at,
  i.created_at, i.updated_at, i.version`;
/** What a list shows. */
export const summaryColumns = sql`${plainColumns}, ${labelsOfIssue} as labels`;
export const issueColumns = sql`${summaryColumns}, i.description`;

/** What an event tells of an issue. */
export const snapshotColumns = sql`
  i.id, i.company_id, i.identifier, i.title, i.status, i.priority, i.assignee_agent_id,
  i.assignee_user_id, i.parent_id, i.project_id, i.goal_id, i.version`;

const GUID_LENGTH = 36;

/** By id, or by identifier in any case: the two have their own indexes. */
const named = (ref: string): Statement =>
  ref.length === GUID_LENGTH ? sql`i.id = ${ref}` : sql`i.identifier = ${ref.toUpperCase()}`;

/** The issue that a request names, if its caller may see it. */
export const isIssue = (ref: string, scope: Scope): Statement =>
  sql`${named(ref)} and ${inScope(scope, sql`i.company_id`)}`;

export const findCompanyOfIssue = async (
  db: Db,
  scope: Scope,
  ref: string,
): Promise<string | undefined> => {
  const found = await maybeOne<{ companyId: string }>(db, sql`
    select i.company_id from issues i where ${isIssue(ref, scope)} limit 1`);
  return found?.companyId;
};

/** Locks the issue until the end of the transaction; references to it may still be made. */
export async function lockIssue(db: Db, scope: Scope, ref: string): Promise<string> {
  const locked = await maybeOne<{ id: string }>(db, sql`
    select i.id from issues i where ${isIssue(ref, scope)} limit 1 for no key update`);
  if (!locked) throw new Refusal('issue_not_found');
  return locked.id;
}

/**
 * What decisions about the issue need of the copies, read beside it. `subject` is the agent whose
 * work is at stake: the one that the request names, else the assignee.
 */
export const standingColumns = (
  callerAgentId: string | null,
  subjectAgentId: string | null,
): Statement => sql`
  c.status as company_status, c.review_required,
  s.company_id is not null as strategy_approved,
  coalesce(me.role = 'ceo', false) as caller_is_ceo,
  coalesce(${callerAgentId}::uuid = any(owner.chain), false) as caller_manages_assignee,
  coalesce(
    assigner.agent_id = ${callerAgentId}::uuid
      or assigner.agent_id = any(me.chain)
      or assigner.reports_to = me.reports_to
      or ${callerAgentId}::uuid = any(assigner.chain),
    false
  ) as assigner_is_in_team,
  ${subjectAgentId === null ? sql`owner` : sql`subject`}.status as agent_status`;

export const standingJoins = (
  callerAgentId: string | null,
  subjectAgentId: string | null,
): Statement => sql`
  join companies c on c.company_id = i.company_id
  left join approved_strategies s on s.company_id = i.company_id
  left join roster me on me.agent_id = ${callerAgentId}::uuid and me.company_id = i.company_id
  left join roster owner on owner.agent_id = i.assignee_agent_id
  left join roster assigner on assigner.agent_id = i.assigned_by_agent_id
  ${subjectAgentId === null ? sql`` : sql`
    left join roster subject
      on subject.agent_id = ${subjectAgentId}::uuid and subject.company_id = i.company_id`}`;

/** What the columns above are, once they are read. */
export type StandingRow = Omit<Standing, 'callerAgentId' | 'agentStatus'> & {
  readonly agentStatus: Standing['agentStatus'] | null;
};

export const standingOf = (row: StandingRow, callerAgentId: string | null): Standing => ({
  companyStatus: row.companyStatus,
  reviewRequired: row.reviewRequired,
  strategyApproved: row.strategyApproved,
  callerAgentId,
  callerIsCeo: row.callerIsCeo,
  callerManagesAssignee: row.callerManagesAssignee,
  assignerIsInTeam: row.assignerIsInTeam,
  agentStatus: row.agentStatus ?? undefined,
});

export interface Judged {
  readonly issue: IssueState;
  readonly standing: Standing;
}

const judged = (
  condition: Statement,
  callerAgentId: string | null,
  subjectAgentId: string | null,
): Statement => sql`
  select ${issueColumns}, ${standingColumns(callerAgentId, subjectAgentId)}
  from issues i ${standingJoins(callerAgentId, subjectAgentId)}
  where ${condition} limit 1`;

/** An issue with all that a decision about it needs. */
export async function findJudged(
  db: Db,
  scope: Scope,
  ref: string,
  callerAgentId: string | null,
  subjectAgentId: string | null,
): Promise<Judged | undefined> {
  const row = await maybeOne<IssueState & StandingRow>(
    db, judged(isIssue(ref, scope), callerAgentId, subjectAgentId),
  );
  return row && { issue: row, standing: standingOf(row, callerAgentId) };
}

/** The same of an issue whose lock is held. */
export async function getJudged(
  db: Db,
  id: string,
  callerAgentId: string | null,
  subjectAgentId: string | null = null,
): Promise<Judged> {
  const row = await one<IssueState & StandingRow>(
    db, judged(sql`i.id = ${id}`, callerAgentId, subjectAgentId),
  );
  return { issue: row, standing: standingOf(row, callerAgentId) };
}
