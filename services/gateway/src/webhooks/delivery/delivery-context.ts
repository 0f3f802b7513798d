/** What all webhook deliveries of one process share. */
import type { Egress } from '@muster/egress';
import type { Runtime } from '@muster/service-kit';
import type { Feed } from '../../feed/open-feed.ts';
import type { RetryTerms } from '../domain/webhook-retry.ts';
import type { WebhookMetrics } from '../webhook-metrics.ts';
import type { WebhookSecrets } from './secret.ts';

export interface DeliveryContext {
  readonly runtime: Pick<Runtime, 'db' | 'log' | 'write'>;
  readonly feed: Pick<Feed, 'open'>;
  readonly egress: Egress;
  readonly secrets: WebhookSecrets;
  readonly holder: string;
  readonly terms: RetryTerms;
  /** Longest time that a receiver may take to answer. */
  readonly timeoutMs: number;
  readonly metrics: WebhookMetrics;
}
