/** The agent that the policy of reviews of a company names. */
import { Refusal, type AgentStatus } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';
import type { CompanyRow } from '../domain/company.ts';

/** Refuses another reviewer that is not of the company, or is terminated. */
export async function requireReviewer(
  db: Db,
  before: CompanyRow,
  { id: companyId, reviewerAgentId }: CompanyRow,
): Promise<void> {
  if (reviewerAgentId === null || reviewerAgentId === before.reviewerAgentId) return;
  const found = await maybeOne<{ status: AgentStatus }>(
    db,
    sql`
    select status from agents where id = ${reviewerAgentId} and company_id = ${companyId}`,
  );
  const field = { field: 'reviewerAgentId' };
  if (!found) throw new Refusal('agent_not_found', field);
  if (found.status === 'terminated') throw new Refusal('agent_not_assignable', field);
}
