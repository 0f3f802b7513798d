import { Refusal, type agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { secretEvent } from '../../events.ts';
import { masterKeysOf } from '../../store/secrets/master-keys.ts';
import { getCompanyKey } from '../../store/secrets/company-keys.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { lockSecret, saveRotation } from '../../store/secrets/secrets.ts';

/** The commit destroys the old value: every reference, in revisions too, now means the new one. */
export const rotateSecret: Handler<typeof agents, 'rotateSecret'> = async (
  { companyId, secretId, value, ifVersion },
  { db, actor, config, emit },
) => {
  await lockWritableCompany(db, companyId);
  const secret = await lockSecret(db, companyId, secretId);
  if (ifVersion !== undefined && ifVersion !== secret.version) {
    throw new Refusal('version_mismatch', { version: secret.version });
  }
  const key = await getCompanyKey(db, masterKeysOf(config), companyId);
  const rotated = await saveRotation(db, key, secret, { value, actor });
  emit('secret.rotated', secretEvent(rotated));
  return rotated;
};
