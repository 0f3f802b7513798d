import type { gateway } from '@muster/contracts';
import { encodeCursor, pageOf, pageSize, type Handler } from '@muster/service-kit';
import { listWebhooks as selectWebhooks } from '../store/webhooks.ts';
import { decodeId } from '../../list-cursor.ts';
import { showWebhook } from '../views.ts';

const LIST = 'webhooks';

export const listWebhooks: Handler<typeof gateway, 'listWebhooks'> = async (
  { companyId, limit, cursor },
  { db },
) => {
  const size = pageSize(limit);
  const before = decodeId(LIST, companyId, cursor);
  const rows = await selectWebhooks(db, { companyId, before, limit: size + 1 });
  return pageOf(rows, size, showWebhook, ({ id }) => encodeCursor(LIST, companyId, [id]));
};
