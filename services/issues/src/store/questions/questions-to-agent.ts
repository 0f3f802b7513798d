import { none, sql, type Db, type Statement } from '@muster/service-kit';

export const openQuestionsTo = (companyId: string, agentId: string): Statement => sql`
  update questions set deadline = now()
  where company_id = ${companyId} and to_agent_id = ${agentId} and state = 'open'`;

/**
 * The deadline of the open questions to an agent is now: the sweep ends them in pages, each with its default if it
 * has one, and whoever has asked is woken.
 */
export const hastenQuestionsTo = (db: Db, companyId: string, agentId: string): Promise<void> =>
  none(db, openQuestionsTo(companyId, agentId));
