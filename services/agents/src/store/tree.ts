/** The reporting tree: who reports to whom. */
import { Refusal } from '@muster/contracts';
import { many, one, sql, type Db, type Statement } from '@muster/service-kit';
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

/** The managers of an agent, itself included; a ring of managers ends where it begins again. */
const upFrom = (companyId: string, agentId: string): Statement => sql`
  with recursive up (id) as (
    select ${agentId}::uuid
    union
    select a.reports_to from up join agents a on a.company_id = ${companyId} and a.id = up.id
    where a.reports_to is not null
  )`;

/** Whether one agent is a manager of the other, directly or through other managers. */
export async function isAbove(
  db: Db,
  companyId: string,
  { above, below }: { readonly above: string; readonly below: string },
): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(
    db,
    sql`
    ${upFrom(companyId, below)}
    select exists (
      select from up join agents a on a.company_id = ${companyId} and a.id = up.id
      where a.reports_to = ${above}
    ) as found`,
  );
  return found;
}

/** Refuses a manager that is terminated, or under whom an agent would be too deep. */
export const requirePlaceBelow = (db: Db, companyId: string, managerId: string): Promise<void> =>
  orThrow(whyNotBelow(db, companyId, managerId, 1));

/** Refuses what {@link whyNoPlace} says. */
export const requirePlaceInTree = (db: Db, agent: Placed, managerId: string): Promise<void> =>
  orThrow(whyNoPlace(db, agent, managerId));

/**
 * Why the agent cannot report to a manager: that is terminated, the agent itself, or one of its
 * reports, or the lowest of them would be too deep. Two moves at once could make a ring that neither
 * sees: the caller holds the lock of the company.
 */
export async function whyNoPlace(
  db: Db,
  { id, companyId }: Placed,
  managerId: string,
): Promise<Refusal | undefined> {
  const wouldReportToItself =
    managerId === id || (await isAbove(db, companyId, { above: id, below: managerId }));
  if (wouldReportToItself) return new Refusal('would_make_cycle', { field: 'reportsTo' });
  return whyNotBelow(db, companyId, managerId, await levelsFrom(db, companyId, id));
}

interface Placed {
  readonly id: string;
  readonly companyId: string;
}

async function orThrow(refusal: Promise<Refusal | undefined>): Promise<void> {
  const found = await refusal;
  if (found) throw found;
}

async function whyNotBelow(
  db: Db,
  companyId: string,
  managerId: string,
  levels: number,
): Promise<Refusal | undefined> {
  const { depth, isLiving } = await one<{ depth: number; isLiving: boolean }>(
    db,
    sql`
    ${upFrom(companyId, managerId)}
    select count(*)::integer as depth, exists (
      select from agents
      where company_id = ${companyId} and id = ${managerId} and status <> 'terminated'
    ) as is_living
    from up`,
  );
  if (!isLiving) return new Refusal('agent_not_found', { field: 'reportsTo' });
  if (depth + levels <= DEPTH_MAX) return undefined;
  return new Refusal('tree_too_deep', { field: 'reportsTo', max: DEPTH_MAX });
}

/** Levels of the agent and its reports; not counted further than a tree may be deep. */
async function levelsFrom(db: Db, companyId: string, agentId: string): Promise<number> {
  const { levels } = await one<{ levels: number }>(
    db,
    sql`
    with recursive down (id, level) as (
      select ${agentId}::uuid, 1
      union
      select a.id, down.level + 1
      from down join agents a on a.company_id = ${companyId} and a.reports_to = down.id
      where down.level <= ${DEPTH_MAX}
    )
    select max(level) as levels from down`,
  );
  return levels;
}
