/** Which issues the last runs of an agent were about. */
import { many, maybeOne, sql, type Db } from '@muster/service-kit';

/** Runs of an agent are many, and its checkouts few: those of an issue are not far apart. */
const RUNS_READ = 500;

interface AgentOfRuns {
  readonly companyId: string;
  readonly agentId: string;
}

/** Those of the newest runs. */
export async function listIssuesOfRuns(
  db: Db,
  { companyId, agentId }: AgentOfRuns,
  limit: number,
): Promise<string[]> {
  const found = await many<{ issueId: string }>(
    db,
    sql`
    select issue_id from (
      select id, issue_id from runs
      where company_id = ${companyId} and agent_id = ${agentId}
      order by id desc limit ${RUNS_READ}
    ) r
    where issue_id is not null
    group by issue_id order by max(id::text) desc limit ${limit}`,
  );
  return found.map(({ issueId }) => issueId);
}

export interface AgentNames {
  readonly name: string;
  readonly urlKey: string;
}

export const findNames = (
  db: Db,
  { companyId, agentId }: AgentOfRuns,
): Promise<AgentNames | undefined> =>
  maybeOne<AgentNames>(
    db,
    sql`select name, url_key from roster where company_id = ${companyId} and agent_id = ${agentId}`,
  );
