import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { webhookEvent } from '../events.ts';
import { deleteWebhookRow, lockWebhook } from '../store/webhooks.ts';
import { showWebhook } from '../views.ts';

/** Allowed in an archived company as well: deliveries must always be stoppable. */
export const deleteWebhook: Handler<typeof gateway, 'deleteWebhook'> = async (
  { companyId, webhookId },
  { db, emit },
) => {
  const webhook = await lockWebhook(db, { companyId, webhookId });
  await deleteWebhookRow(db, { companyId, webhookId });
  emit('webhook.deleted', webhookEvent(webhook));
  return showWebhook(webhook);
};
