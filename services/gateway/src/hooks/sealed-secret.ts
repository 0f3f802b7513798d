/** The secret of a hook: given by the sender or made here, sealed with the gateway's secret for webhooks. */
import { randomBytes } from 'node:crypto';
import { deriveKey, seal, unseal } from '@muster/service-kit';
import { secretsIn, type WebhookSecrets } from '../webhooks/delivery/secret.ts';

const SECRET_BYTES = 32;

/** In the form that signing tokens have. */
export const newHookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const keyOf = (secret: string): Buffer => deriveKey(secret, 'secrets of hooks');

/** Bound to its hook: in the row of another one it does not open. */
export const sealHookSecret = (config: WebhookSecrets, hookId: string, secret: string): Buffer =>
  seal(keyOf(secretsIn(config)[0]), secret, hookId);

/** Undefined where no secret of this installation has sealed it. */
export function openHookSecret(
  config: WebhookSecrets,
  hookId: string,
  bytes: Buffer,
): string | undefined {
  for (const secret of secretsIn(config)) {
    const opened = unseal(keyOf(secret), bytes, hookId);
    if (opened) return opened.toString();
  }
  return undefined;
}
