/**
 * Holding things still while they change, always in this order: the company, then one agent. What
 * rearranges the tree holds the company alone, so that two opposite moves cannot make a cycle
 * between them; everything else shares it, so that it is not archived meanwhile.
 */
import { Refusal, type CompanyStatus, type Scope } from '@muster/contracts';
import { maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import { agentColumns, agentsWithMonth, getAgent, type AgentName } from './agents.ts';

export type CompanyLock = 'shared' | 'alone';

interface LockedCompany {
  readonly status: CompanyStatus;
  readonly requireBoardApprovalForNewAgents: boolean;
}

/** A company that may be written to and stays so until the commit. */
export async function lockWritableCompany(
  db: Db,
  companyId: string,
  lock: CompanyLock = 'shared',
): Promise<LockedCompany> {
  const company = await maybeOne<LockedCompany>(db, lock === 'alone'
    ? sql`
      select status, require_board_approval_for_new_agents from companies
      where id = ${companyId} for no key update`
    : sql`
      select status, require_board_approval_for_new_agents from companies
      where id = ${companyId} for share`);
  if (!company) throw new Refusal('company_not_found');
  if (company.status === 'archived') throw new Refusal('company_archived');
  return company;
}

export async function lockAgent(
  db: Db,
  scope: Scope,
  name: AgentName,
  lock: CompanyLock = 'shared',
): Promise<AgentRow> {
  const { id, companyId } = await getAgent(db, scope, name);
  await lockWritableCompany(db, companyId, lock);
  return one<AgentRow>(db, sql`
    select ${agentColumns} from ${agentsWithMonth}
    where a.company_id = ${companyId} and a.id = ${id} for no key update of a`);
}

/** The agent unless it has ended, for what is to be done to it whatever its company's status. */
export async function lockLivingAgent(
  db: Db,
  companyId: string,
  agentId: string,
): Promise<AgentRow | undefined> {
  await none(db, sql`select from companies where id = ${companyId} for share`);
  return maybeOne<AgentRow>(db, sql`
    select ${agentColumns} from ${agentsWithMonth}
    where a.company_id = ${companyId} and a.id = ${agentId} and a.status <> 'terminated'
    for no key update of a`);
}
