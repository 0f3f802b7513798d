import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { hookEvent, showHook } from '../hook-events.ts';
import { deleteHookRow, lockHook } from '../store/hooks.ts';

/** Allowed in an archived company as well. */
export const deleteHook: Handler<typeof gateway, 'deleteHook'> = async (
  { companyId, hookId },
  { db, emit },
) => {
  const hook = await lockHook(db, { companyId, hookId });
  await deleteHookRow(db, { companyId, hookId });
  emit('hook.deleted', hookEvent(hook));
  return showHook(hook);
};
