/** What is to be known of the agent that is asked. */
import type { AgentStatus, CompanyStatus } from '@muster/contracts';
import { maybeOne, sql, type Db } from '@muster/service-kit';

export interface AskedAgent {
  readonly name: string;
  readonly status: AgentStatus;
  readonly wakeOnDemand: boolean;
  readonly companyStatus: CompanyStatus;
}

/** Locked until the commit, so that no question is put to an agent that is terminated at the same time. */
export const lockAskedAgent = (
  db: Db,
  companyId: string,
  agentId: string,
): Promise<AskedAgent | undefined> =>
  maybeOne<AskedAgent>(
    db,
    sql`
    select r.name, r.status, r.wake_on_demand, c.status as company_status
    from roster r join companies c on c.company_id = r.company_id
    where r.agent_id = ${agentId} and r.company_id = ${companyId} for share of r`,
  );
