import type { agents } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { secretEvent } from '../../events.ts';
import { masterKeysOf } from '../../store/secrets/master-keys.ts';
import { getCompanyKey } from '../../store/secrets/company-keys.ts';
import { lockWritableCompany } from '../../store/locks.ts';
import { insertNamedSecret } from '../../store/secrets/secrets.ts';

export const createSecret: Handler<typeof agents, 'createSecret'> = async (
  { companyId, name, value },
  { db, actor, config, emit },
) => {
  await lockWritableCompany(db, companyId);
  const key = await getCompanyKey(db, masterKeysOf(config), companyId);
  const secret = await insertNamedSecret(db, key, { companyId, name, value, actor });
  emit('secret.created', secretEvent(secret));
  return secret;
};
