import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import type { GatewayParts } from '../../parts.ts';
import { webhookEvent } from '../events.ts';
import { replayDelivery } from '../store/due-deliveries.ts';
import { lockWebhook } from '../store/webhooks.ts';
import { showDelivery } from '../views.ts';

export const replayWebhookDelivery: Handler<
  typeof gateway,
  'replayWebhookDelivery',
  GatewayParts
> = async ({ companyId, webhookId, deliveryId }, { db, now, emit, afterCommit, parts }) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  if (webhook.status === 'disabled') throw new Refusal('webhook_disabled');
  const replayed = await replayDelivery(db, { companyId, webhookId, deliveryId, now });
  emit('webhook.delivery_replayed', webhookEvent(webhook));
  afterCommit(() => parts.signals.emit('webhooksChanged'));
  return showDelivery(replayed);
};
