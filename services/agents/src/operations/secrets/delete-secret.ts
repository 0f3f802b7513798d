import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { secretEvent } from '../../events.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { deleteSecretRow, lockSecret } from '../../store/secrets/secrets.ts';

export const deleteSecret: Handler<typeof agents, 'deleteSecret'> = async (
  { companyId, secretId },
  { db, emit },
) => {
  await lockWritableCompany(db, companyId);
  const secret = await lockSecret(db, companyId, secretId);
  const { usedByAgentIds: agentIds } = secret;
  if (agentIds.length > 0) throw new Refusal('secret_in_use', { agentIds });
  await deleteSecretRow(db, secret);
  emit('secret.deleted', secretEvent(secret));
  return secret;
};
