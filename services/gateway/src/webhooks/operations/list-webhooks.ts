import type { gateway } from '@muster/contracts';
import {
  decodeCursor,
  encodeCursor,
  IdKey,
  pageOf,
  pageSize,
  type Handler,
} from '@muster/service-kit';
import { listWebhookRows } from '../store/webhooks.ts';
import { showWebhook } from '../views.ts';

const LIST = 'webhooks';

export const listWebhooks: Handler<typeof gateway, 'listWebhooks'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeCursor(LIST, companyId, cursor, IdKey)?.[0];
  const rows = await listWebhookRows(db, { companyId, before, limit: size + 1 });
  return pageOf(rows, size, showWebhook, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
