import { Refusal, type gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showDelivery, tellOf } from '../domain/webhook.ts';
import { replayDelivery } from '../store/due-deliveries.ts';
import { lockWebhook } from '../store/webhooks.ts';
import { nudgeWebhooks } from '../webhooks/nudge.ts';

export const replayWebhookDelivery: Handler<typeof gateway, 'replayWebhookDelivery'> = async (
  { companyId, webhookId, deliveryId },
  { db, now, say, afterCommit },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  if (webhook.status === 'disabled') throw new Refusal('webhook_disabled');
  const replayed = await replayDelivery(db, { companyId, webhookId, deliveryId, now });
  say('webhook.delivery_replayed', { companyId, entityId: webhookId, payload: tellOf(webhook) });
  afterCommit(nudgeWebhooks);
  return showDelivery(replayed);
};
