/** Counts the agents of a company. A company has hundreds, so each request counts. */
import { AgentStatus } from '@muster/contracts';
import { many, maybeOne, sql, type Db } from '@muster/service-kit';

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

/**
 * Seconds until agents of the company may hire again: until fewer than `most` of their hires are
 * younger than a day. 0: they may now.
 */
export async function secondsUntilHire(db: Db, companyId: string, most: number): Promise<number> {
  const decisive = await maybeOne<{ seconds: number }>(
    db,
    sql`
    select ceil(extract(epoch from created_at + interval '1 day' - now()))::integer as seconds
    from agents
    where company_id = ${companyId} and hired_by_agent and created_at > now() - interval '1 day'
    order by created_at desc offset ${most - 1} limit 1`,
  );
  return decisive?.seconds ?? 0;
}
