/** Webhooks as their owners see them. */
import type {
  DeliveryStatus, ServiceName, Webhook, WebhookDelivery, WebhookStatus,
} from '@muster/contracts';

export interface WebhookRow extends Omit<Webhook, 'status'> {
  readonly status: WebhookStatus;
  readonly secretVersion: number;
  readonly previousSecretUntil: string | null;
  readonly positions: readonly string[];
  readonly attempts: number;
  readonly tryingSince: string | null;
  readonly retryAt: string | null;
}

export interface DeliveryRow extends WebhookDelivery {
  readonly status: DeliveryStatus;
  readonly service: ServiceName | null;
  readonly seq: number | null;
  readonly tryingSince: string | null;
}

export const showWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  companyId: row.companyId,
  url: row.url,
  description: row.description,
  events: row.events,
  status: row.status,
  disabledReason: row.disabledReason,
  failingSince: row.failingSince,
  lastError: row.lastError,
  lastDeliveredAt: row.lastDeliveredAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: row.version,
});

export const showDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  companyId: row.companyId,
  webhookId: row.webhookId,
  event: row.event,
  eventId: row.eventId,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.responseStatus,
  error: row.error,
  createdAt: row.createdAt,
  finishedAt: row.finishedAt,
});

/** What is said of it: never the address, which may hold a token. */
export const tellOf = ({ id, url, status, disabledReason }: WebhookRow) => ({
  webhookId: id, host: new URL(url).host, status, disabledReason,
});
