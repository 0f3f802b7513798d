import type { gateway } from '@muster/contracts';
import { newId, type Handler } from '@muster/service-kit';
import { showDelivery, tellOf } from '../domain/webhook.ts';
import { findPing, insertPing } from '../store/due-deliveries.ts';
import { lockWebhook } from '../store/webhooks.ts';
import { nudgeWebhooks } from '../webhooks/nudge.ts';

export const pingWebhook: Handler<typeof gateway, 'pingWebhook'> = async (
  { companyId, webhookId },
  { db, now, say, afterCommit },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  const key = { companyId, webhookId };
  const ping = (await findPing(db, key)) ?? (await insertPing(db, { ...key, id: newId(), now }));
  say('webhook.pinged', { companyId, entityId: webhookId, payload: tellOf(webhook) });
  afterCommit(nudgeWebhooks);
  return showDelivery(ping);
};
