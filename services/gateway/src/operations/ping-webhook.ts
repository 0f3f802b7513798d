import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { showDelivery, tellOf } from '../domain/webhook.ts';
import { insertPing, renewPing } from '../store/webhook-deliveries.ts';
import { lockWebhook } from '../store/webhooks.ts';
import { nudgeWebhooks } from '../webhooks/nudge.ts';

export const pingWebhook: Handler<typeof gateway, 'pingWebhook'> = async (
  { companyId, webhookId },
  { db, now, say, afterCommit },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  const key = { companyId, webhookId };
  const waiting = await renewPing(db, key, now);
  const ping = waiting ?? (await insertPing(db, { ...key, id: newId(), now }));
  say('webhook.pinged', { companyId, entityId: webhookId, payload: tellOf(webhook) });
  afterCommit(nudgeWebhooks);
  return showDelivery(ping);
};
