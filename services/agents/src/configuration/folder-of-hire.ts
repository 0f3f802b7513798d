/** The folder of an agent that another has hired: allowed where the board has said so before, else asked for. */
import { type agents } from '@muster/contracts';
import { newId, type Context } from '@muster/service-kit';
import type { AgentsConfig } from '../config.ts';
import type { AgentRow } from '../domain/agent.ts';
import { folderOf, isAllowedFolder } from '../domain/folders/allowed-folder.ts';
import type { NewAgent } from '../domain/hire.ts';
import { askForFolder, listAllowedFolders } from '../store/folders.ts';

/** Nothing where the hire has no folder, or one in which the company's agents may work. */
export async function findFolderToAllow(
  { db, config }: Context<typeof agents>,
  companyId: string,
  hire: NewAgent,
): Promise<string | undefined> {
  const folder = folderOf(hire);
  if (folder === undefined) return undefined;
  const { MUSTER_LOCAL_ROOTS: roots } = config as AgentsConfig;
  const allowed = [...roots, ...(await listAllowedFolders(db, companyId))];
  return isAllowedFolder(folder, allowed) ? undefined : folder;
}

/** Has the approvals service open an approval that names the whole path; the note of the answer names it. */
export async function askForFolderOf(
  { db, emit, actor, now: requestedAt }: Context<typeof agents>,
  { id: agentId, companyId, name }: AgentRow,
  { folder, issueIds }: { readonly folder: string; readonly issueIds: readonly string[] },
): Promise<{ readonly note: string }> {
  const approvalId = newId();
  await askForFolder(db, { id: agentId, companyId }, approvalId);
  emit('agent_change.requested', {
    companyId,
    entityId: approvalId,
    payload: {
      agentId,
      approvalId,
      requestedByAgentId: actor.type === 'agent' ? actor.id : null,
      requestedByUserId: null,
      issueIds: [...issueIds],
      patch: { adapterConfig: { cwd: folder } },
      changes: [{ field: 'adapterConfig.cwd', before: null, after: folder }],
      requestedAt,
    },
  });
  return {
    note: `${name} starts no run yet: the board has not allowed the folder ${folder}; the approval ${approvalId} asks for it`,
  };
}
