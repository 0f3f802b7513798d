/** Operations on webhooks and their deliveries. */
import type { RoomOperations } from '../parts.ts';
import { changeWebhook } from './operations/change-webhook.ts';
import { deleteWebhook } from './operations/delete-webhook.ts';
import { getWebhook } from './operations/get-webhook.ts';
import { getWebhookDelivery } from './operations/get-webhook-delivery.ts';
import { listWebhookDeliveries } from './operations/list-webhook-deliveries.ts';
import { listWebhooks } from './operations/list-webhooks.ts';
import { pingWebhook } from './operations/ping-webhook.ts';
import { registerWebhook } from './operations/register-webhook.ts';
import { replayWebhookDelivery } from './operations/replay-webhook-delivery.ts';
import { rotateWebhookSecret } from './operations/rotate-webhook-secret.ts';

export const webhookOperations = {
  changeWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  registerWebhook,
  replayWebhookDelivery,
  rotateWebhookSecret,
} satisfies RoomOperations;
