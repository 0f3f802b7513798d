/** Which stored answers are of a company: those of its agents, and those that name it. */
import { sql, type Statement } from '../postgres/sql.ts';

type AgentsOf = (companyId: string) => Statement;

const isOfAgents = (agentsOf: AgentsOf, companyId: string): Statement => sql`
  actor in (select 'agent:' || a.agent_id from (${agentsOf(companyId)}) as a (agent_id))`;

export const isOfRequest =
  (agentsOf: AgentsOf) =>
  (companyId: string): Statement =>
    sql`
  company_id = ${companyId} or ${isOfAgents(agentsOf, companyId)}
    or (company_id is null and position(${companyId}::text in body) > 0)`;

export const isOfRefusal =
  (agentsOf: AgentsOf) =>
  (companyId: string): Statement =>
    sql`
  ${isOfAgents(agentsOf, companyId)} or position(${companyId}::text in problem) > 0`;
