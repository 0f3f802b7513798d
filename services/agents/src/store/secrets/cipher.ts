/**
 * AES-256-GCM: a random nonce of 12 bytes, the tag, the ciphertext. The subject of a sealed text is
 * authenticated with it, so that it can be opened in its own row only.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { AgentsConfig } from '../../config.ts';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Enough to tell master keys apart without revealing them. */
const KEY_ID_BYTES = 8;

export function seal(key: Buffer, plain: Buffer, subject: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(key: Buffer, sealed: Buffer, subject: string): Buffer {
  try {
    const tagAt = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(subject))
      .setAuthTag(sealed.subarray(NONCE_BYTES, tagAt));
    return Buffer.concat([decipher.update(sealed.subarray(tagAt)), decipher.final()]);
  } catch (cause) {
    throw new Error(`decryption failed: ${subject}`, { cause });
  }
}

/** A keyed hash, for finding equal secrets: without the key it reveals nothing. */
export const fingerprint = (key: Buffer, value: string): Buffer =>
  createHmac('sha256', createHmac('sha256', key).update('fingerprints').digest())
    .update(value)
    .digest();

export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

export interface MasterKeys {
  readonly current: MasterKey;
  /** All accepted keys, the current one first. */
  readonly known: readonly MasterKey[];
}

const masterKey = (bytes: Buffer): MasterKey => ({
  id: createHash('sha256')
    .update('master key')
    .update(bytes)
    .digest()
    .subarray(0, KEY_ID_BYTES)
    .toString('hex'),
  bytes,
});

export function masterKeysOf(config: object): MasterKeys {
  const { MUSTER_MASTER_KEY: bytes, MUSTER_MASTER_KEY_PREVIOUS: previous } = config as AgentsConfig;
  const current = masterKey(bytes);
  return { current, known: [current, ...(previous ? [masterKey(previous)] : [])] };
}
