/** Folders in which agents of a company may work, and agents that wait for the word of the board on theirs. */
import { many, maybeOne, none, sql, type Db } from '@muster/service-kit';
import type { AgentRow } from '../domain/agent.ts';
import { getAgent } from './agents.ts';

/** Different folders of a company that are compared with the one that is asked for. */
const FOLDERS_MAX = 1_000;

/** Those of agents whose folder the board has set or allowed. */
export const listAllowedFolders = async (db: Db, companyId: string): Promise<string[]> => {
  const found = await many<{ folder: string }>(
    db,
    sql`
    select distinct adapter_config ->> 'cwd' as folder from agents
    where company_id = ${companyId} and folder_approval_id is null
      and status not in ('terminated', 'pending_approval') and adapter_config ? 'cwd'
    order by folder limit ${FOLDERS_MAX}`,
  );
  return found.map(({ folder }) => folder);
};

export const askForFolder = (
  db: Db,
  { id, companyId }: Pick<AgentRow, 'id' | 'companyId'>,
  approvalId: string,
): Promise<void> =>
  none(
    db,
    sql`
    update agents set folder_approval_id = ${approvalId}
    where company_id = ${companyId} and id = ${id}`,
  );

/** The agent whose folder this approval allows, with a new version; nothing for another approval. */
export async function allowFolder(
  db: Db,
  companyId: string,
  approvalId: string,
): Promise<AgentRow | undefined> {
  const allowed = await maybeOne<{ id: string }>(
    db,
    sql`
    update agents set folder_approval_id = null, updated_at = now(), version = version + 1
    where company_id = ${companyId} and folder_approval_id = ${approvalId}
    returning id`,
  );
  return allowed && getAgent(db, [companyId], { ref: allowed.id });
}
