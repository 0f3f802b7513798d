/** The reporting tree: who reports to whom. */
import { Refusal } from '@muster/contracts';
import { many, maybeOne, one, sql, type Db } from '@muster/service-kit';
import type { OrgRow } from '../domain/org.ts';
import { DEPTH_MAX } from './agents.ts';

/** Most agents of one org chart: the answer has to fit a message. */
const ORG_MAX = 5_000;

/** All agents of a company, terminated ones too: others may report to them. */
export async function listOrg(db: Db, companyId: string): Promise<OrgRow[]> {
  const rows = await many<OrgRow>(
    db,
    sql`
    select id, name, role, title, status, reports_to from agents
    where company_id = ${companyId}
    order by id
    limit ${ORG_MAX + 1}`,
  );
  if (rows.length > ORG_MAX) {
    throw new Refusal('result_too_large', undefined, 'list the agents instead, page by page');
  }
  return rows;
}

/** Whether one agent is a manager of the other, directly or through other managers. */
export async function isAbove(
  db: Db,
  companyId: string,
  { above, below }: { readonly above: string; readonly below: string },
): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(
    db,
    sql`
    with recursive chain as (
      select a.reports_to, 1 as depth from agents a
      where a.company_id = ${companyId} and a.id = ${below}
      union all
      select a.reports_to, chain.depth + 1
      from chain join agents a on a.company_id = ${companyId} and a.id = chain.reports_to
      where chain.depth < ${DEPTH_MAX}
    )
    select exists (select from chain where reports_to = ${above}) as found`,
  );
  return found;
}

export async function requireLivingManager(
  db: Db,
  companyId: string,
  managerId: string,
): Promise<void> {
  const manager = await maybeOne(
    db,
    sql`
    select id from agents
    where company_id = ${companyId} and id = ${managerId} and status <> 'terminated'`,
  );
  if (!manager) throw new Refusal('agent_not_found', { field: 'reportsTo' });
}

/** Refuses a manager that is terminated, the agent itself, or one of its reports. */
export async function requirePlaceInTree(
  db: Db,
  agent: { readonly id: string; readonly companyId: string },
  managerId: string,
): Promise<void> {
  await requireLivingManager(db, agent.companyId, managerId);
  const wouldReportToItself =
    managerId === agent.id ||
    (await isAbove(db, agent.companyId, { above: agent.id, below: managerId }));
  if (wouldReportToItself) throw new Refusal('would_make_cycle', { field: 'reportsTo' });
}
