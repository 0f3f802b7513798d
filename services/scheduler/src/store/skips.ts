/** Wake-ups that were not taken, counted. */
import { none, sql, type Db } from '@muster/service-kit';

export const countSkip = (
  db: Db,
  companyId: string,
  agentId: string,
  reason: string,
): Promise<void> =>
  none(db, sql`
    insert into skips as s (company_id, agent_id, reason)
    values (${companyId}, ${agentId}, ${reason})
    on conflict (agent_id, reason) do update set count = s.count + 1, last_at = now()`);
