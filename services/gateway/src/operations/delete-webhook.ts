import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showWebhook, tellOf } from '../domain/webhook.ts';
import { deleteWebhook as removeWebhook, lockWebhook } from '../store/webhooks.ts';

/** Allowed in an archived company too: what goes out must always be stoppable. */
export const deleteWebhook: Handler<typeof gateway, 'deleteWebhook'> = async (
  { companyId, webhookId },
  { db, say },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  await removeWebhook(db, { companyId, webhookId });
  say('webhook.deleted', { companyId, entityId: webhookId, payload: tellOf(webhook) });
  return showWebhook(webhook);
};
