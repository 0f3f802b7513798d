/** Where the signing keys are, for a program that only passes the files on and loads nothing else. */
import { join } from 'node:path';
import type { ServiceName } from '@muster/contracts';

export interface SigningKeyFiles {
  readonly serviceKeys: (service: ServiceName) => string;
  readonly webhookSecret: string;
  readonly runTokenKey: string;
  readonly runTokenPublicKey: string;
}

export const signingKeyFiles = (folder: string): SigningKeyFiles => ({
  serviceKeys: (service) => join(folder, `service-keys-${service}`),
  webhookSecret: join(folder, 'webhook-secret'),
  runTokenKey: join(folder, 'run-token-key'),
  runTokenPublicKey: join(folder, 'run-token-public-key'),
});
