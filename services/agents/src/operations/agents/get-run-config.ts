/** The only answer that contains secrets. Only other services may ask for it; it is not stored. */
import { Refusal, withInterval, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { allowedVariablesOf } from '../../configuration/allowed-variables.ts';
import { folderOf } from '../../domain/folders/allowed-folder.ts';
import { revealSecrets, secretIdsOf } from '../../domain/secrets.ts';
import { requireRunnableVariables } from '../../domain/programs/variables.ts';
import { getRunConfigRow } from '../../store/agents.ts';
import { masterKeysOf } from '../../store/secrets/master-keys.ts';
import { findCompanyKey } from '../../store/secrets/company-keys.ts';
import { openSecrets } from '../../store/secrets/secret-uses.ts';

export const getRunConfig: Handler<typeof agents, 'getRunConfig'> = async (
  { agentId },
  { db, config: settings },
) => {
  // Metadata is not part of a run.
  const { instructions, skillsSha256, folderApprovalId, ...row } = await getRunConfigRow(
    db,
    agentId,
  );
  if (folderApprovalId !== null) {
    const folder = folderOf(row);
    throw new Refusal('folder_not_allowed', { folder, approvalId: folderApprovalId });
  }
  const stored = { ...row, metadata: {} };
  requireRunnableVariables(allowedVariablesOf(settings), stored);
  const ids = secretIdsOf(stored);
  const key =
    ids.length > 0 ? await findCompanyKey(db, masterKeysOf(settings), stored.companyId) : undefined;
  const owner = { companyId: stored.companyId, agentId };
  const values = key ? await openSecrets(db, key, owner) : new Map<string, string>();
  const { config, hide } = revealSecrets(stored, (id) => {
    const value = values.get(id);
    if (value === undefined) throw new Refusal('secret_not_found', { secretId: id });
    return value;
  });
  const { metadata: _, ...runConfig } = config;
  return {
    agentId,
    ...runConfig,
    runtimeConfig: withInterval(runConfig.runtimeConfig),
    ...(instructions ? { instructions } : {}),
    ...(skillsSha256 === null ? {} : { skillsSha256 }),
    hide,
  };
};
