import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { gatewayConfigOf } from '../../config.ts';
import { webhookEvent } from '../events.ts';
import { lockWebhook, rotateSecret } from '../store/webhooks.ts';
import { webhookSecret } from '../delivery/secret.ts';
import { showWebhook } from '../views.ts';

/** Time for a receiver to switch to the new secret; until then both secrets sign. */
const OVERLAP_MS = 86_400_000;

export const rotateWebhookSecret: Handler<typeof gateway, 'rotateWebhookSecret'> = async (
  { companyId, webhookId },
  { db, config, now, emit },
) => {
  const key = { companyId, webhookId };
  await lockWebhook(db, key);
  const previousUntil = new Date(Date.parse(now) + OVERLAP_MS).toISOString();
  const webhook = await rotateSecret(db, key, { now, previousUntil });
  emit('webhook.secret_rotated', webhookEvent(webhook));
  const secret = webhookSecret(
    gatewayConfigOf({ config }).MUSTER_WEBHOOK_SECRET,
    webhookId,
    webhook.secretVersion,
  );
  return { ...showWebhook(webhook), secret };
};
