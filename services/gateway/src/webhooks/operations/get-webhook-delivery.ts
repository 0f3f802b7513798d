import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getDelivery } from '../store/webhook-deliveries.ts';
import { getWebhookRow } from '../store/webhooks.ts';
import { showDelivery } from '../views.ts';

export const getWebhookDelivery: Handler<typeof gateway, 'getWebhookDelivery'> = async (
  { companyId, webhookId, deliveryId },
  { db },
) => {
  await getWebhookRow(db, { companyId, webhookId });
  return showDelivery(await getDelivery(db, { companyId, webhookId, deliveryId }));
};
