/** One worker for each leased webhook, started and stopped as leases change. */
import type { WebhookRow } from '../domain/webhook.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import type { DeliveryContext } from './delivery-context.ts';

interface Worker {
  readonly version: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export function openDeliveryWorkers(context: DeliveryContext) {
  const workers = new Map<string, Worker>();
  const start = (webhook: WebhookRow): void => {
    const stop = new AbortController();
    const { id, version } = webhook;
    const ended = deliverWebhook(context, webhook, stop.signal)
      // The next update starts it again from its stored positions.
      .catch((error: unknown) =>
        context.runtime.log.warn({ err: error, webhookId: id }, 'webhook worker failed'),
      )
      .finally(() => workers.delete(id));
    workers.set(id, { version, stop, ended });
  };
  return {
    /** Stops workers of webhooks that were changed or lost, and starts those that are missing. */
    update(leased: readonly WebhookRow[]): void {
      const byId = new Map(leased.map((webhook) => [webhook.id, webhook]));
      for (const [id, { version, stop }] of workers) {
        if (byId.get(id)?.version !== version) stop.abort();
      }
      for (const webhook of leased) if (!workers.has(webhook.id)) start(webhook);
      context.metrics.webhooksLeased.set(workers.size);
    },
    async stop(): Promise<void> {
      for (const { stop } of workers.values()) stop.abort();
      await Promise.all([...workers.values()].map(({ ended }) => ended));
    },
  };
}
