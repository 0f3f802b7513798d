/** Metrics of webhooks. */
import { metricSpecs, type metricsOf } from '@muster/service-kit';

export const webhookMetrics = metricSpecs({
  webhooksLeased: {
    type: 'gauge',
    name: 'muster_webhooks_leased',
    formerly: 'muster_webhooks_led',
    help: 'Webhooks that this process delivers to: it holds their leases.',
  },
  webhookDeliveries: {
    type: 'counter',
    name: 'muster_webhook_deliveries_total',
    help: 'Delivery attempts, by outcome.',
    labels: { outcome: ['delivered', 'failed', 'dead', 'disabled'] },
  },
});

export type WebhookMetrics = ReturnType<typeof metricsOf<typeof webhookMetrics>>;
