/** Rows of webhooks and deliveries. */
import type { ServiceName, Webhook, WebhookDelivery } from '@muster/contracts';

export interface WebhookRow extends Omit<Webhook, 'creatorIsOwner'> {
  readonly secretVersion: number;
  readonly positions: readonly string[];
  readonly attempts: number;
  readonly tryingSince: string | null;
  readonly retryAt: string | null;
}

/** With the present role of its creator: only owners may create webhooks. */
export interface WebhookWithCreator extends WebhookRow {
  readonly creatorIsOwner: boolean;
}

export interface DeliveryRow extends WebhookDelivery {
  readonly service: ServiceName | null;
}

/** Error of replays that were pending when their webhook was disabled. */
export const WEBHOOK_DISABLED = 'The webhook was disabled';
