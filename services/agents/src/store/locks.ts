/**
 * Locks, always taken in this order: the company, then one agent. A change of the tree locks the
 * company exclusively, so that two opposite moves cannot make a cycle; every other change shares
 * the lock, so that the company is not archived meanwhile.
 */
import { Refusal, type CompanyStatus, type Scope } from '@muster/contracts';
import { maybeOne, none, one, sql, type Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import { agentColumns, type AgentName, agentsWithMonth, getAgent } from './agents.ts';

export type CompanyLock = 'shared' | 'exclusive';

interface LockedCompany {
  readonly status: CompanyStatus;
  readonly requireBoardApprovalForNewAgents: boolean;
}

/** Locks a company whatever its status, and reads nothing of it. */
export const lockCompanyRow = (db: Db, companyId: string, lock: CompanyLock): Promise<void> =>
  none(
    db,
    lock === 'exclusive'
      ? sql`select from companies where id = ${companyId} for no key update`
      : sql`select from companies where id = ${companyId} for share`,
  );

/** Locks a company that takes writes; it cannot be archived before the commit. */
export async function lockWritableCompany(
  db: Db,
  companyId: string,
  lock: CompanyLock = 'shared',
): Promise<LockedCompany> {
  const company = await maybeOne<LockedCompany>(
    db,
    lock === 'exclusive'
      ? sql`
      select status, require_board_approval_for_new_agents from companies
      where id = ${companyId} for no key update`
      : sql`
      select status, require_board_approval_for_new_agents from companies
      where id = ${companyId} for share`,
  );
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
  return one<AgentRow>(
    db,
    sql`
    select ${agentColumns} from ${agentsWithMonth}
    where a.company_id = ${companyId} and a.id = ${id} for no key update of a`,
  );
}

/** Locks the agent unless it is terminated, whatever the status of its company. */
export async function lockLivingAgent(
  db: Db,
  companyId: string,
  agentId: string,
  lock: CompanyLock = 'shared',
): Promise<AgentRow | undefined> {
  await lockCompanyRow(db, companyId, lock);
  return maybeOne<AgentRow>(
    db,
    sql`
    select ${agentColumns} from ${agentsWithMonth}
    where a.company_id = ${companyId} and a.id = ${agentId} and a.status <> 'terminated'
    for no key update of a`,
  );
}
