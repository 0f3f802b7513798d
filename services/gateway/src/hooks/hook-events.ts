/** Event inputs and answers from the state of hooks; never a secret, and nothing that a delivery has brought. */
import type { Hook, HookDelivery } from '@muster/contracts';
import type { HookRow } from './store/hooks.ts';

export const hookEvent = ({ id, companyId, name, form, enabled }: HookRow) => ({
  companyId,
  entityId: id,
  payload: { hookId: id, name, form, enabled },
});

export function deliveryEvent(hook: HookRow, { id: hookDeliveryId, status }: HookDelivery) {
  const { payload, ...event } = hookEvent(hook);
  return { ...event, payload: { ...payload, hookDeliveryId, status } };
}

export const showHook = (row: HookRow): Hook => ({ ...row, path: `/hooks/${row.id}` });
