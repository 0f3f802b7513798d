import { HOOKS_MAX, Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { lockCompany, requireOpenCompany } from '../../copies/store/companies.ts';
import { hookEvent, showHook } from '../hook-events.ts';
import { newHookSecret, sealHookSecret } from '../sealed-secret.ts';
import { countHooks, insertHook } from '../store/hooks.ts';

export const createHook: Handler<typeof gateway, 'createHook'> = async (
  { companyId, secret = newHookSecret(), ...fields },
  { db, actor, config, now, emit },
) => {
  await requireOpenCompany(db, companyId);
  await lockCompany(db, companyId);
  if ((await countHooks(db, companyId)) >= HOOKS_MAX) {
    throw new Refusal('too_many_hooks', { most: HOOKS_MAX });
  }
  const id = newId();
  const secrets = { ...config, ...gatewayConfigOf({ config }) };
  const sealedSecret = sealHookSecret(secrets, id, secret);
  const by = { byUserId: actor.id, createdAt: now };
  const hook = await insertHook(db, { id, companyId, ...fields, ...by, sealedSecret });
  emit('hook.created', hookEvent(hook));
  return { ...showHook(hook), secret };
};
