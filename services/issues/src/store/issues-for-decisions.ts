/** Issues together with the facts that the rules need, read from the copies of other services. */
import { Refusal, type Scope } from '@muster/contracts';
import { maybeOne, none, one, pipelined, sql, type Db, type Statement } from '@muster/service-kit';
import type { Caller } from '../domain/author.ts';
import type { IssueState } from '../domain/issue-state.ts';
import type { PolicyFacts } from '../domain/policy-facts.ts';
import type { ReviewFacts } from '../domain/reviewing/verdict-right.ts';
import { issueColumns } from './issue-columns.ts';
import { isIssue } from './issue-rows.ts';
import { holdOfIssue } from './holds/holding.ts';
import { openBlockers } from './open-blockers.ts';
import { inheritedOf, inheritedRule, type InheritedRow } from './reviewing/review-rules.ts';

/** The facts as columns. `subjectAgentId` is the agent that would work; null: the assignee. */
export const factColumns = (
  callerAgentId: string | null,
  subjectAgentId: string | null,
): Statement => sql`
  c.status as company_status, c.review_required, c.max_review_rounds, ${inheritedRule},
  s.company_id is not null as strategy_approved,
  coalesce(me.role = 'ceo', false) as caller_is_ceo,
  coalesce(me.status = 'paused', false) as caller_is_paused,
  coalesce(${callerAgentId}::uuid = any(owner.chain), false) as caller_manages_assignee,
  coalesce(
    assigner.agent_id = ${callerAgentId}::uuid
      or assigner.agent_id = any(me.chain)
      or assigner.reports_to = me.reports_to
      or ${callerAgentId}::uuid = any(assigner.chain),
    false
  ) as assigner_is_in_team,
  coalesce(assigner.agent_id = any(me.chain), false) as assigner_manages_caller,
  ${subjectOf(subjectAgentId)}.status as agent_status,
  coalesce(${subjectOf(subjectAgentId)}.role = 'ceo', false) as agent_is_ceo,
  ${openBlockers} as open_blockers, ${holdOfIssue} as hold`;

const subjectOf = (subjectAgentId: string | null): Statement =>
  subjectAgentId === null ? sql`owner` : sql`subject`;

export const factJoins = (
  callerAgentId: string | null,
  subjectAgentId: string | null,
): Statement => sql`
  join companies c on c.company_id = i.company_id
  left join projects rp on rp.id = i.project_id and rp.company_id = i.company_id
  left join approved_strategies s on s.company_id = i.company_id
  left join roster me on me.agent_id = ${callerAgentId}::uuid and me.company_id = i.company_id
  left join roster owner on owner.agent_id = i.assignee_agent_id
  left join roster assigner on assigner.agent_id = i.assigned_by_agent_id
  ${
    subjectAgentId === null
      ? sql``
      : sql`
    left join roster subject
      on subject.agent_id = ${subjectAgentId}::uuid and subject.company_id = i.company_id`
  }`;

/** The columns above as they are read. */
export type FactsRow = Omit<
  PolicyFacts,
  keyof ReviewFacts | 'agentStatus' | 'bindingIsOfTeam' | 'openBlockers'
> &
  InheritedRow & {
    readonly agentStatus: PolicyFacts['agentStatus'] | null;
    readonly openBlockers: PolicyFacts['openBlockers'] | null;
  };

export const policyFactsOf = (
  row: FactsRow & Pick<IssueState, 'companyId'>,
  caller: Caller,
  bindingIsOfTeam: boolean,
): PolicyFacts => ({
  companyStatus: row.companyStatus,
  reviewRequired: row.reviewRequired,
  strategyApproved: row.strategyApproved,
  callerAgentId: caller.agentId,
  callerUserId: caller.userId,
  callerIsOwner: caller.owned === 'all' || caller.owned.includes(row.companyId),
  inheritedRule: inheritedOf(row),
  maxReviewRounds: row.maxReviewRounds,
  callerIsCeo: row.callerIsCeo,
  callerIsPaused: row.callerIsPaused,
  callerManagesAssignee: row.callerManagesAssignee,
  assignerIsInTeam: row.assignerIsInTeam,
  assignerManagesCaller: row.assignerManagesCaller,
  bindingIsOfTeam,
  agentStatus: row.agentStatus ?? undefined,
  agentIsCeo: row.agentIsCeo,
  openBlockers: row.openBlockers ?? [],
  hold: row.hold,
});

export const factsOf = async (
  db: Db,
  row: IssueState & FactsRow,
  caller: Caller,
): Promise<PolicyFacts> =>
  policyFactsOf(row, caller, await isBindingOfTeam(db, row, caller.agentId));

interface Binding {
  readonly companyId: Statement;
  readonly boundAgentId: Statement;
  readonly boundByAgentId: Statement;
}

export const bindingOfTeam = (
  callerAgentId: string | null,
  { companyId, boundAgentId, boundByAgentId }: Binding,
): Statement => sql`exists (
  select from roster bound
  left join roster me
    on me.agent_id = ${callerAgentId}::uuid and me.company_id = bound.company_id
  where bound.agent_id in (${boundAgentId}, ${boundByAgentId})
    and bound.company_id = ${companyId} and (
      ${callerAgentId}::uuid = any(bound.chain)
      or bound.agent_id = ${boundByAgentId} and (
        bound.agent_id = me.agent_id
        or bound.agent_id = any(me.chain)
        or bound.reports_to = me.reports_to
      )
    )
)`;

/** A statement of its own: few issues have a binding assignment, and every read would pay for it. */
async function isBindingOfTeam(
  db: Db,
  { companyId, boundAgentId, boundByAgentId }: IssueState,
  callerAgentId: string | null,
): Promise<boolean> {
  if (callerAgentId === null || (boundAgentId ?? boundByAgentId) === null) return false;
  const binding = {
    companyId: sql`${companyId}`,
    boundAgentId: sql`${boundAgentId}::uuid`,
    boundByAgentId: sql`${boundByAgentId}::uuid`,
  };
  const { isOfTeam } = await one<{ isOfTeam: boolean }>(
    db,
    sql`select ${bindingOfTeam(callerAgentId, binding)} as is_of_team`,
  );
  return isOfTeam;
}

export interface IssueForDecision {
  readonly issue: IssueState;
  readonly facts: PolicyFacts;
  /** The issue is still to be freed: its assignee was terminated. */
  readonly isOfTerminatedAgent: boolean;
}

const issueForDecision = (
  condition: Statement,
  callerAgentId: string | null,
  subjectAgentId: string | null,
): Statement => sql`
  select ${issueColumns}, ${factColumns(callerAgentId, subjectAgentId)},
    coalesce(owner.status = 'terminated', false) as is_of_terminated_agent
  from issues i ${factJoins(callerAgentId, subjectAgentId)}
  where ${condition} limit 1`;

type DecisionRow = IssueState & FactsRow & Pick<IssueForDecision, 'isOfTerminatedAgent'>;

const decisionOf = async (db: Db, row: DecisionRow, caller: Caller): Promise<IssueForDecision> => ({
  issue: row,
  facts: await factsOf(db, row, caller),
  isOfTerminatedAgent: row.isOfTerminatedAgent,
});

export async function findIssueForDecision(
  db: Db,
  scope: Scope,
  ref: string,
  caller: Caller,
  subjectAgentId: string | null,
): Promise<IssueForDecision | undefined> {
  const row = await maybeOne<DecisionRow>(
    db,
    issueForDecision(isIssue(ref, scope), caller.agentId, subjectAgentId),
  );
  return row && decisionOf(db, row, caller);
}

/**
 * Locks the issue until the commit, and then reads it: two statements, because what the lock has
 * waited for is visible to the next one only, but one round trip. Other rows may still be made to
 * refer to it.
 */
export async function lockIssueForDecision(
  db: Db,
  scope: Scope,
  ref: string,
  caller: Caller,
  subjectAgentId: string | null = null,
): Promise<IssueForDecision> {
  const [, found] = await pipelined([
    none(db, sql`select from issues i where ${isIssue(ref, scope)} limit 1 for no key update`),
    findIssueForDecision(db, scope, ref, caller, subjectAgentId),
  ]);
  if (!found) throw new Refusal('issue_not_found');
  return found;
}
