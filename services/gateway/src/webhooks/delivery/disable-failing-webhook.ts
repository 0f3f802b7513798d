/** Disables a webhook that has delivered nothing for too long, and ends its pending replays. */
import type { gateway } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import { WEBHOOK_DISABLED } from '../domain/webhook.ts';
import { webhookEvent } from '../events.ts';
import { endReplays } from '../store/due-deliveries.ts';
import { disableWebhook, type WebhookLease } from '../store/leased-webhooks.ts';
import type { DeliveryContext } from './delivery-context.ts';

export async function disableFailingWebhook(
  { runtime, metrics }: Pick<DeliveryContext, 'runtime' | 'metrics'>,
  lease: WebhookLease,
): Promise<void> {
  metrics.webhookDeliveries.inc({ outcome: 'disabled' });
  await runtime.write(async (context) => {
    const { db, emit } = context as unknown as Context<typeof gateway>;
    const webhook = await disableWebhook(db, lease);
    if (!webhook) return;
    const { companyId, id: webhookId } = webhook;
    await endReplays(db, { companyId, webhookId }, WEBHOOK_DISABLED);
    emit('webhook.disabled', webhookEvent(webhook));
  });
}
