/** What a receiver knows a delivery by. */
import { signatureOf } from '@muster/egress';
import { derivedOf, type Secrets } from '@muster/service-kit';
import type { WebhookRow } from '../domain/webhook.ts';
import { webhookSecret } from './secret.ts';

export type Signing = Pick<WebhookRow, 'id' | 'secretVersion' | 'previousSecretUntil'>;

/**
 * With the present secret, for a while with the one before it, and with those of the deployment's
 * other secret while one takes the place of the other: `t=…,v1=…,v1=…`.
 */
export function signaturesOf(
  { id, secretVersion, previousSecretUntil }: Signing,
  secrets: Secrets,
  body: string,
  now: number,
): string {
  const both = previousSecretUntil !== null && Date.parse(previousSecretUntil) > now;
  const versions = both ? [secretVersion, secretVersion - 1] : [secretVersion];
  const signed = derivedOf(secrets, (deployment) => versions.map((version) =>
    signatureOf(webhookSecret(deployment, id, version), body, now))).flat();
  const [first = '', ...others] = signed;
  return [first, ...others.map((other) => other.slice(other.indexOf(',') + 1))].join(',');
}
