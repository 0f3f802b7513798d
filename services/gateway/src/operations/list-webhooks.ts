import type { gateway } from '@muster/contracts';
import { encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { showWebhook } from '../domain/webhook.ts';
import { listWebhooks as selectWebhooks } from '../store/webhooks.ts';
import { idIn } from './cursor.ts';

const LIST = 'webhooks';

export const listWebhooks: Handler<typeof gateway, 'listWebhooks'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = idIn(LIST, companyId, cursor);
  const rows = await selectWebhooks(db, { companyId, before, limit: size + 1 });
  return pageOf(rows, size, showWebhook, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
