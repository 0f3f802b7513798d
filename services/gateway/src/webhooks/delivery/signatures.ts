/** Signatures by which a receiver verifies a delivery. */
import { signatureOf } from '@muster/egress';
import type { WebhookRow } from '../domain/webhook.ts';
import { secretsIn, webhookSecret, type WebhookSecrets } from './secret.ts';

export type SigningWebhook = Pick<WebhookRow, 'id' | 'secretVersion' | 'previousSecretUntil'>;

/**
 * Signs with the present secret, after a rotation also with the previous one, and during a rotation
 * of the gateway's secret with the secrets derived from both: `t=…,v1=…,v1=…`.
 */
export function signaturesOf(
  { id, secretVersion, previousSecretUntil }: SigningWebhook,
  secrets: WebhookSecrets,
  body: string,
  now: number,
): string {
  const both = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now;
  const versions = both ? [secretVersion, secretVersion - 1] : [secretVersion];
  const signed = secretsIn(secrets).flatMap((secret) =>
    versions.map((version) => signatureOf(webhookSecret(secret, id, version), body, now)),
  );
  const [first = '', ...others] = signed;
  return [first, ...others.map((other) => other.slice(other.indexOf(',') + 1))].join(',');
}
