import type { gateway } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getWebhookRow } from '../store/webhooks.ts';
import { showWebhook } from '../views.ts';

export const getWebhook: Handler<typeof gateway, 'getWebhook'> = async (key, { db }) =>
  showWebhook(await getWebhookRow(db, key));
