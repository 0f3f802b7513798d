import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { requireOpenCompany } from '../../copies/store/companies.ts';
import { hookEvent, showHook } from '../hook-events.ts';
import { lockHook, saveHook } from '../store/hooks.ts';

export const updateHook: Handler<typeof gateway, 'updateHook'> = async (
  { companyId, hookId, ifVersion, name, effect, filters, enabled },
  { db, actor, now, emit },
) => {
  const before = await lockHook(db, { companyId, hookId });
  if ((ifVersion ?? before.version) !== before.version) {
    throw new Refusal('version_mismatch', { version: before.version });
  }
  // Stopping it is allowed in an archived company as well.
  if (enabled !== false) await requireOpenCompany(db, companyId);
  const wanted = {
    ...before,
    name: name ?? before.name,
    effect: effect ?? before.effect,
    filters: filters ?? before.filters,
    enabled: enabled ?? before.enabled,
    byUserId: actor.id,
  };
  const hook = await saveHook(db, wanted, now);
  emit('hook.updated', hookEvent(hook));
  return showHook(hook);
};
