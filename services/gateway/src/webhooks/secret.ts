/**
 * The secret of a webhook, derived from the deployment's: nothing of it is at rest. A new number
 * makes a new one.
 */
import { deriveKey } from '@muster/service-kit';

export const webhookSecret = (deployment: string, webhookId: string, version: number): string =>
  `whsec_${deriveKey(deployment, `webhook ${webhookId} ${version}`).toString('base64url')}`;
