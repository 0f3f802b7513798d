/** Agents that work in one folder, as their configurations name it. */
import { one, sql, type Db } from '@muster/service-kit';

export interface InFolder {
  readonly companyId: string;
  /** The agent that is not counted. */
  readonly agentId: string;
  readonly cwd: string;
}

/** A few agents of one company are read, which the index by company finds. */
export async function countInFolder(
  db: Db,
  { companyId, agentId, cwd }: InFolder,
): Promise<number> {
  const folder = cwd.replace(/(?<=.)\/+$/, '');
  const { count } = await one<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from agents a
    where a.company_id = ${companyId} and a.id <> ${agentId} and a.status <> 'terminated'
      and a.adapter_config ->> 'cwd' in (${folder}, ${`${folder}/`})
      and coalesce(a.adapter_config ->> 'workspace', 'shared') = 'shared'`,
  );
  return count;
}
