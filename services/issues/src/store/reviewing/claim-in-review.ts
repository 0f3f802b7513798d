/**
 * `refusalOfVerdict` for a claim, as a condition on the issue `i` and its company `c`; read only of an
 * issue in review.
 */
import type { Scope } from '@muster/contracts';
import { inScope, sql, type Statement } from '@muster/service-kit';

export interface ReviewCaller {
  readonly callerAgentId: string | null;
  readonly callerUserId: string | null;
  /** The companies that the calling board user owns. */
  readonly owned: Scope;
}

/** What a policy of this row says of the caller, who is not the author. */
const allows = (row: Statement, { callerAgentId, callerUserId }: ReviewCaller): Statement => sql`
  case ${row}.review_policy
    when 'person' then ${callerAgentId}::uuid is null
    when 'named' then case
      when ${callerAgentId}::uuid is not null then
        ${row}.reviewer_agent_id is not distinct from ${callerAgentId}::uuid
      else ${row}.reviewer_user_id is null or ${row}.reviewer_user_id = ${callerUserId}::uuid
    end
    else true
  end`;

/** An author takes its work back; another decides by the policy. */
export const mayTakeFromReview = (caller: ReviewCaller): Statement => sql`(
  i.status <> 'in_review'
  or ${inScope(caller.owned, sql`i.company_id`)}
  or coalesce(${caller.callerAgentId}::uuid, ${caller.callerUserId}::uuid) in (
    i.review_handed_by_id,
    case when i.review_rounds > 0 then i.review_author_agent_id else i.assignee_agent_id end
  )
  or (
    select case
      when i.review_policy is not null then ${allows(sql`i`, caller)}
      when p.review_policy is not null then ${allows(sql`p`, caller)}
      when ${caller.callerAgentId}::uuid is null then true
      else c.review_policy in ('anyone', 'not_author')
        or c.review_policy = 'named' and c.reviewer_agent_id = ${caller.callerAgentId}::uuid
    end
    from (values (1)) one (n)
    left join projects p on p.id = i.project_id and p.company_id = i.company_id
  )
)`;
