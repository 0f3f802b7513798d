/** The one answer with secrets in it; only another service gets it, and nobody keeps it. */
import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { revealed, secretIdsOf } from '../domain/secrets.ts';
import { getRunConfig as selectRunConfig } from '../store/agents.ts';
import { masterKeysOf } from '../store/cipher.ts';
import { findCompanyKey } from '../store/company-keys.ts';
import { openSecrets } from '../store/secret-uses.ts';

export const getRunConfig: Handler<typeof agents, 'getRunConfig'> = async (
  { agentId },
  { db, config: settings },
) => {
  // An agent's metadata is no part of a run.
  const stored = { ...await selectRunConfig(db, agentId), metadata: {} };
  const ids = secretIdsOf(stored);
  const key = ids.length > 0
    ? await findCompanyKey(db, masterKeysOf(settings), stored.companyId)
    : undefined;
  const owner = { companyId: stored.companyId, agentId };
  const values = key ? await openSecrets(db, key, owner) : new Map<string, string>();
  const { config, hide } = revealed(stored, (id) => {
    const value = values.get(id);
    if (value === undefined) throw new Refusal('secret_not_found', { secretId: id });
    return value;
  });
  const { metadata: _, ...runConfig } = config;
  return { agentId, ...runConfig, hide };
};
