/** Event inputs from the state of webhooks. */
import type { WebhookRow } from './domain/webhook.ts';

/** Never contains the address, which may hold a secret. */
export const webhookEvent = ({ id, companyId, url, status, disabledReason }: WebhookRow) => ({
  companyId,
  entityId: id,
  payload: { webhookId: id, host: new URL(url).host, status, disabledReason },
});
