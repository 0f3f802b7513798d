/** One attempt: sends a signed request through the egress guard and returns the result. */
import { EgressError, type Egress } from '@muster/egress';
import type { WebhookRow } from '../domain/webhook.ts';
import type { WebhookSecrets } from './secret.ts';
import { signaturesOf, type SigningWebhook } from './signatures.ts';

export interface DeliveryAttempt {
  readonly webhook: SigningWebhook & Pick<WebhookRow, 'url'>;
  readonly deliveryId: string;
  readonly event: string;
  readonly body: string;
  /** Abandons the attempt; the delivery is sent again later. */
  readonly signal: AbortSignal;
}

export interface DeliverySender {
  readonly egress: Egress;
  readonly secrets: WebhookSecrets;
  readonly timeoutMs: number;
}

export interface AttemptResult {
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  /** Never contains text of the receiver. */
  readonly error: string | null;
}

export async function sendDelivery(
  { egress, secrets, timeoutMs }: DeliverySender,
  { webhook, deliveryId, event, body, signal }: DeliveryAttempt,
): Promise<AttemptResult> {
  try {
    const { status } = await egress.send({
      url: webhook.url,
      body,
      signal,
      timeoutMs,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Muster-Webhook/1',
        'muster-delivery': deliveryId,
        'muster-event': event,
        'muster-signature': signaturesOf(webhook, secrets, body, Date.now()),
      },
    });
    const delivered = status >= 200 && status < 300;
    const error = delivered ? null : `The receiver answered with status ${status}`;
    return { delivered, responseStatus: status, error };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return { delivered: false, responseStatus: null, error: error.message };
  }
}
