/** Sealing with AES-256-GCM: a random nonce of 12 bytes, the tag of 16, the ciphertext. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * @param key 32 bytes
 * @param subject whose it is: authenticated with the text, so that it opens for this subject only
 */
export function seal(key: Buffer, plain: Buffer | string, subject: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Undefined where it was not sealed with this key for this subject, or has been changed or cut. */
export function unseal(key: Buffer, sealed: Uint8Array, subject: string): Buffer | undefined {
  const textAt = NONCE_BYTES + TAG_BYTES;
  if (sealed.length < textAt) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(subject)).setAuthTag(sealed.subarray(NONCE_BYTES, textAt));
  const opened = decipher.update(sealed.subarray(textAt));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch {
    return undefined;
  }
}
