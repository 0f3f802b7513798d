/**
 * The signing secret of a webhook, derived from the gateway's secret for webhooks and therefore not
 * stored. A new version derives a new secret.
 */
import { deriveKey, type FormerSecret } from '@muster/service-kit';
import type { GatewayConfig } from '../../config.ts';

export type WebhookSecrets = Pick<
  GatewayConfig,
  'MUSTER_WEBHOOK_SECRET' | 'MUSTER_WEBHOOK_SECRET_PREVIOUS'
> &
  FormerSecret;

export const webhookSecret = (secret: string, webhookId: string, version: number): string =>
  `whsec_${deriveKey(secret, `webhook ${webhookId} ${version}`).toString('base64url')}`;

/**
 * The secrets that deliveries are signed with; a receiver is shown the one of the first. Receivers of
 * the release before have secrets derived from the secret that all services shared.
 */
export const secretsIn = (config: WebhookSecrets): readonly [string, ...string[]] => {
  const others = [
    config.MUSTER_WEBHOOK_SECRET_PREVIOUS,
    config.MUSTER_SECRET,
    config.MUSTER_SECRET_PREVIOUS,
  ];
  return [
    config.MUSTER_WEBHOOK_SECRET,
    ...new Set(others.filter((secret) => secret !== undefined)),
  ];
};
