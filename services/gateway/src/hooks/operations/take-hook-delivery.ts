import { PENDING_DELIVERIES_MAX, Refusal, type gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { deliveryEvent } from '../hook-events.ts';
import { countPending, insertDelivery } from '../store/hook-deliveries.ts';
import { getHookRow } from '../store/hooks.ts';

/** Verified by the composed call `receiveHook`, which has read of the body what is kept. */
export const takeHookDelivery: Handler<typeof gateway, 'takeHookDelivery', GatewayParts> = async (
  { companyId, hookId, ...delivery },
  { db, now, emit, afterCommit, parts },
) => {
  const hook = await getHookRow(db, { companyId, hookId });
  const pending = await countPending(db, hookId, PENDING_DELIVERIES_MAX);
  if (pending >= PENDING_DELIVERIES_MAX) throw new Refusal('rate_limited', { by: 'hook' });
  const taken = await insertDelivery(db, { id: newId(), companyId, hookId, ...delivery, now });
  if (!taken) return { isNew: false };
  emit('hook.received', deliveryEvent(hook, taken));
  afterCommit(() => parts.signals.emit('hookReceived'));
  return { isNew: true };
};
