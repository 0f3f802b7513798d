/** Counts the agents of a company by status. A company has hundreds, so each request counts. */
import { AgentStatus } from '@muster/contracts';
import { many, sql, type Db } from '@muster/service-kit';

export const countAgentsByStatus = (
  db: Db,
  companyId: string,
): Promise<{ status: AgentStatus; count: number }[]> =>
  many(
    db,
    sql`
    select status, count(*)::integer as count from agents
    where company_id = ${companyId} and status <> 'terminated'
    group by status order by status limit ${AgentStatus.options.length}`,
  );
