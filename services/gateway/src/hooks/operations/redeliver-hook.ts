import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { deliveryEvent } from '../hook-events.ts';
import { getHookDeliveryRow, repeatDelivery } from '../store/hook-deliveries.ts';
import { lockHook } from '../store/hooks.ts';

export const redeliverHook: Handler<typeof gateway, 'redeliverHook', GatewayParts> = async (
  key,
  { db, emit, afterCommit, parts },
) => {
  const hook = await lockHook(db, key);
  const { status } = await getHookDeliveryRow(db, key);
  const repeated = await repeatDelivery(db, key);
  if (!repeated) throw new Refusal('hook_delivery_not_failed', { status });
  emit('hook.delivery_repeated', deliveryEvent(hook, repeated));
  afterCommit(() => parts.signals.emit('hookReceived'));
  return repeated;
};
