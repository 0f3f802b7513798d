import type { gateway } from '@muster/contracts';
import { pageOf, pageSize, type Handler } from '@muster/service-kit';
import { showDelivery } from '../domain/webhook.ts';
import { listDeliveries } from '../store/webhook-deliveries.ts';
import { getWebhook } from '../store/webhooks.ts';
import { cursorAt, timeAndIdIn } from './cursor.ts';

const LIST = 'webhook deliveries';

export const listWebhookDeliveries: Handler<typeof gateway, 'listWebhookDeliveries'> = async (
  { companyId, webhookId, status, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = timeAndIdIn(LIST, companyId, cursor);
  await getWebhook(db, { companyId, webhookId });
  const rows = await listDeliveries(db, {
    companyId, webhookId, status, before, limit: size + 1,
  });
  return pageOf(rows, size, showDelivery, ({ createdAt, id }) =>
    cursorAt(LIST, companyId, [createdAt, id]));
};
