import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  pageOf,
  pageSize,
  TimeAndIdKey,
  type Handler,
} from '@muster/service-kit';
import { listDeliveries } from '../store/webhook-deliveries.ts';
import { getWebhookRow } from '../store/webhooks.ts';
import { showDelivery } from '../views.ts';

const LIST = 'webhook deliveries';

export const listWebhookDeliveries: Handler<typeof gateway, 'listWebhookDeliveries'> = async (
  { companyId, webhookId, status, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor(LIST, companyId, cursor, TimeAndIdKey);
  await getWebhookRow(db, { companyId, webhookId });
  const rows = await listDeliveries(db, {
    companyId,
    webhookId,
    status,
    before,
    limit: size + 1,
  });
  return pageOf(rows, size, showDelivery, ({ createdAt, id }) =>
    encodeCursor(LIST, companyId, [createdAt, id]),
  );
};
