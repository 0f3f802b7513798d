/** Which issues the last runs of an agent were about. */
import { many, sql, type Db } from '@muster/service-kit';

/** Runs of an agent are many, and its checkouts few: those of an issue are not far apart. */
const RUNS_READ = 500;

export async function listIssuesOfRuns(
  db: Db,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
  limit: number,
): Promise<string[]> {
  const found = await many<{ issueId: string }>(
    db,
    sql`
    select issue_id from (
      select issue_id, created_at from runs
      where company_id = ${companyId} and agent_id = ${agentId}
      order by created_at desc, id desc limit ${RUNS_READ}
    ) r
    where issue_id is not null
    group by issue_id order by max(created_at) desc, issue_id limit ${limit}`,
  );
  return found.map(({ issueId }) => issueId);
}
