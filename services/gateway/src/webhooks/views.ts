/** Answers from rows of webhooks and deliveries. */
import type { Webhook, WebhookDelivery } from '@muster/contracts';
import type { DeliveryRow, WebhookWithCreator } from './domain/webhook.ts';

export const showWebhook = (row: WebhookWithCreator): Webhook => ({
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
