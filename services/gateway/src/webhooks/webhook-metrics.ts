/** What an operator watches of webhooks. */
import { metricSpecs, type metricsOf } from '@muster/service-kit';

export const webhookMetrics = metricSpecs({
  webhooksLed: {
    type: 'gauge',
    name: 'muster_webhooks_led',
    help: 'Webhooks that this process delivers to.',
  },
  webhookDeliveries: {
    type: 'counter',
    name: 'muster_webhook_deliveries_total',
    help: 'Attempts to deliver, by what came of them.',
    labels: { outcome: ['delivered', 'failed', 'dead', 'disabled'] },
  },
});

export type WebhookMetrics = ReturnType<typeof metricsOf<typeof webhookMetrics>>;
