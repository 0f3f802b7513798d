import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { lockWritableCompany } from '../store/locks.ts';
import { deleteSecret as removeSecret, lockSecret } from '../store/secrets.ts';

export const deleteSecret: Handler<typeof agents, 'deleteSecret'> = async (
  { companyId, secretId },
  { db, say },
) => {
  await lockWritableCompany(db, companyId);
  const secret = await lockSecret(db, companyId, secretId);
  const { name, version, usedByAgentIds: agentIds } = secret;
  if (agentIds.length > 0) throw new Refusal('secret_in_use', { agentIds });
  await removeSecret(db, secret);
  say('secret.deleted', { companyId, entityId: secretId, payload: { secretId, name, version } });
  return secret;
};
