import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { webhookEvent } from '../events.ts';
import { findPing, insertPing } from '../store/due-deliveries.ts';
import { lockWebhook } from '../store/webhooks.ts';
import { showDelivery } from '../views.ts';

export const pingWebhook: Handler<typeof gateway, 'pingWebhook', GatewayParts> = async (
  { companyId, webhookId },
  { db, now, emit, afterCommit, parts },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  const key = { companyId, webhookId };
  const ping = (await findPing(db, key)) ?? (await insertPing(db, { ...key, id: newId(), now }));
  emit('webhook.pinged', webhookEvent(webhook));
  afterCommit(() => parts.signals.emit('webhooksChanged'));
  return showDelivery(ping);
};
