/** One attempt: a signed request through the guarded client, and what came of it. */
import { EgressError, signatureOf, type Egress } from '@muster/egress';
import type { WebhookRow } from '../domain/webhook.ts';
import { webhookSecret } from './secret.ts';

export interface Sending {
  readonly webhook: Pick<WebhookRow, 'id' | 'url' | 'secretVersion' | 'previousSecretUntil'>;
  readonly deliveryId: string;
  readonly event: string;
  readonly body: string;
  /** Gives it up; whoever comes after sends it again. */
  readonly signal: AbortSignal;
}

export interface Sender {
  readonly egress: Egress;
  readonly deployment: string;
  readonly patienceMs: number;
}

export interface Sent {
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  /** Our words, never the receiver's. */
  readonly error: string | null;
}

export async function sendDelivery(
  { egress, deployment, patienceMs }: Sender,
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
        'muster-signature': signaturesOf(webhook, deployment, body),
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

/** With the new secret, and for a while with the one before it: `t=…,v1=…,v1=…`. */
function signaturesOf(
  { id, secretVersion, previousSecretUntil }: Sending['webhook'],
  deployment: string,
  body: string,
): string {
  const now = Date.now();
  const by = (version: number): string =>
    signatureOf(webhookSecret(deployment, id, version), body, now);
  const both = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now;
  if (!both) return by(secretVersion);
  const [, previous = ''] = by(secretVersion - 1).split(',');
  return `${by(secretVersion)},${previous}`;
}
