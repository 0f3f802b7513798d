import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showWebhook, tellOf } from '../domain/webhook.ts';
import { lockWebhook, rotateSecret } from '../store/webhooks.ts';
import { webhookSecret } from '../webhooks/secret.ts';

/** Time for a receiver to learn the new secret: until then both sign. */
const BOTH_MS = 86_400_000;

export const rotateWebhookSecret: Handler<typeof gateway, 'rotateWebhookSecret'> = async (
  { companyId, webhookId },
  { db, config, now, say },
) => {
  const key = { companyId, webhookId };
  await lockWebhook(db, key);
  const previousUntil = new Date(Date.parse(now) + BOTH_MS).toISOString();
  const webhook = await rotateSecret(db, key, { now, previousUntil });
  say('webhook.secret_rotated', { companyId, entityId: webhookId, payload: tellOf(webhook) });
  const secret = webhookSecret(config.MUSTER_SECRET, webhookId, webhook.secretVersion);
  return { ...showWebhook(webhook), secret };
};
