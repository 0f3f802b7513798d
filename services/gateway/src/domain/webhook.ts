/** Webhooks as their owners see them. */
import type { ServiceName, Webhook, WebhookDelivery } from '@muster/contracts';

export interface WebhookRow extends Omit<Webhook, 'creatorIsOwner'> {
  readonly secretVersion: number;
  readonly positions: readonly string[];
  readonly attempts: number;
  readonly tryingSince: string | null;
  readonly retryAt: string | null;
}

/** With what members tell of it: who makes webhooks has to be an owner. */
export interface SeenWebhook extends WebhookRow {
  readonly creatorIsOwner: boolean;
}

export interface DeliveryRow extends WebhookDelivery {
  readonly service: ServiceName | null;
}

export const showWebhook = (row: SeenWebhook): Webhook => ({
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
  previousSecretUntil: row.previousSecretUntil,
  createdByUserId: row.createdByUserId,
  creatorIsOwner: row.creatorIsOwner,
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
  service: row.service,
  seq: row.seq,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.responseStatus,
  error: row.error,
  createdAt: row.createdAt,
  finishedAt: row.finishedAt,
});

/** Of replays that were still to be sent. */
export const WEBHOOK_DISABLED = 'The webhook was disabled';

/** What is said of it: never the address, which may hold a token. */
export const tellOf = ({ id, url, status, disabledReason }: WebhookRow) => ({
  webhookId: id, host: new URL(url).host, status, disabledReason,
});
