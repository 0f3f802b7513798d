import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getDelivery } from '../store/webhook-deliveries.ts';
import { getWebhook } from '../store/webhooks.ts';
import { showDelivery } from '../views.ts';

export const getWebhookDelivery: Handler<typeof gateway, 'getWebhookDelivery'> = async (
  { companyId, webhookId, deliveryId },
  { db },
) => {
  await getWebhook(db, { companyId, webhookId });
  return showDelivery(await getDelivery(db, { companyId, webhookId, deliveryId }));
};
