/** The secret of a hook: given by the sender or made here, sealed with the gateway's secret for webhooks. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '@muster/service-kit';
import { secretsIn, type WebhookSecrets } from '../webhooks/delivery/secret.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

/** In the form that signing tokens have. */
export const newHookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const keyOf = (secret: string): Buffer => deriveKey(secret, 'secrets of hooks');

/** Bound to its hook: in the row of another one it does not open. */
export function sealHookSecret(config: WebhookSecrets, hookId: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secretsIn(config)[0]), nonce);
  cipher.setAAD(Buffer.from(hookId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Undefined where no secret of this installation has sealed it. */
export function openHookSecret(
  config: WebhookSecrets,
  hookId: string,
  bytes: Buffer,
): string | undefined {
  for (const secret of secretsIn(config)) {
    try {
      const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      const sealedAt = NONCE_BYTES + TAG_BYTES;
      decipher.setAAD(Buffer.from(hookId)).setAuthTag(bytes.subarray(NONCE_BYTES, sealedAt));
      return Buffer.concat([
        decipher.update(bytes.subarray(sealedAt)),
        decipher.final(),
      ]).toString();
    } catch {
      // Sealed with another one.
    }
  }
  return undefined;
}
