import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { showWebhook } from '../domain/webhook.ts';
import { getWebhook as selectWebhook } from '../store/webhooks.ts';

export const getWebhook: Handler<typeof gateway, 'getWebhook'> = async (key, { db }) =>
  showWebhook(await selectWebhook(db, key));
