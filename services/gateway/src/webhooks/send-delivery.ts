/** One attempt: a signed request through the guarded client, and what came of it. */
import { EgressError, type Egress } from '@muster/egress';
import type { Secrets } from '@muster/service-kit';
import type { WebhookRow } from '../domain/webhook.ts';
import { signaturesOf, type Signing } from './signatures.ts';

export interface Sending {
  readonly webhook: Signing & Pick<WebhookRow, 'url'>;
  readonly deliveryId: string;
  readonly event: string;
  readonly body: string;
  /** Gives it up; whoever comes after sends it again. */
  readonly signal: AbortSignal;
}

export interface Sender {
  readonly egress: Egress;
  readonly secrets: Secrets;
  readonly patienceMs: number;
}

export interface Sent {
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  /** Our words, never the receiver's. */
  readonly error: string | null;
}

export async function sendDelivery(
  { egress, secrets, patienceMs }: Sender,
  { webhook, deliveryId, event, body, signal }: Sending,
): Promise<Sent> {
  try {
    const { status } = await egress.send({
      url: webhook.url,
      body,
      signal,
      timeoutMs: patienceMs,
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
