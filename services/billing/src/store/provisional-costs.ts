/** What is booked of a run by its own reports, in groups that one void can take back. */
import { many, none, sql, type Db } from '@muster/service-kit';
import { dayAt } from './companies.ts';
import type { StoredCost } from './cost-events.ts';

/** More than a run has models, issues and days; one that names more is not corrected. */
export const GROUPS_MAX = 100;

type Common =
  | 'month'
  | 'agentId'
  | 'provider'
  | 'model'
  | 'priceStatus'
  | 'issueId'
  | 'projectId'
  | 'goalId'
  | 'occurredAt'
  | 'costCents'
  | 'inputTokens'
  | 'outputTokens'
  | 'cachedInputTokens';

/** The sums of costs that are counted together everywhere; they occurred until `occurredAt`. */
export interface ProvisionalCosts extends Pick<StoredCost, Common> {
  readonly priceDate: string | null;
  /** The last one is of `occurredAt`. */
  readonly costIds: readonly string[];
}

/** Those that were not taken back, the last ones last: more than `GROUPS_MAX` are cut off. */
export const listProvisionalCosts = (
  db: Db,
  {
    companyId,
    runId,
    eventIdPrefix,
  }: { readonly companyId: string; readonly runId: string; readonly eventIdPrefix: string },
): Promise<ProvisionalCosts[]> =>
  many<ProvisionalCosts>(
    db,
    sql`
    select month, agent_id, provider, model, price_status, issue_id, project_id, goal_id,
      max(occurred_at) as occurred_at, max(price_date)::text as price_date,
      sum(cost_cents)::bigint as cost_cents, sum(input_tokens)::bigint as input_tokens,
      sum(output_tokens)::bigint as output_tokens,
      sum(cached_input_tokens)::bigint as cached_input_tokens,
      jsonb_agg(id order by occurred_at, id) as cost_ids
    from cost_events
    where company_id = ${companyId} and run_id = ${runId}
      and starts_with(event_id, ${eventIdPrefix}) and voids_cost_id is null
      and voided_by_cost_id is null
    group by month, ${dayAt(sql`${companyId}::uuid`, sql`cost_events.occurred_at`)}, agent_id, provider, model,
      price_status, issue_id, project_id, goal_id
    order by max(occurred_at), provider, model, price_status limit ${GROUPS_MAX + 1}`,
  );

export const saveTakenBack = (
  db: Db,
  companyId: string,
  costIds: readonly string[],
  voidId: string,
): Promise<void> =>
  none(
    db,
    sql`
    update cost_events set voided_by_cost_id = ${voidId}
    where company_id = ${companyId} and id = any(${costIds}::uuid[])`,
  );
