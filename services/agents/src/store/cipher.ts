/**
 * AES-256-GCM: 12 bytes of chance, the tag, the text. What a sealed text is about is bound into
 * it, so that it opens in its own row and nowhere else.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import type { AgentsConfig } from '../config.ts';

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Enough to tell two master keys apart; says nothing about either. */
const KEY_ID_BYTES = 8;

export function seal(key: Buffer, plain: Buffer, about: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

export function unseal(key: Buffer, sealed: Buffer, about: string): Buffer {
  try {
    const tagAt = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(about))
      .setAuthTag(sealed.subarray(NONCE_BYTES, tagAt));
    return Buffer.concat([decipher.update(sealed.subarray(tagAt)), decipher.final()]);
  } catch (cause) {
    throw new Error(`what is sealed about ${about} does not open`, { cause });
  }
}

/** Tells whether two secrets are the same to whoever has the key, and nobody else. */
export const fingerprint = (key: Buffer, value: string): Buffer =>
  createHmac('sha256', createHmac('sha256', key).update('fingerprints').digest())
    .update(value).digest();

export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

export interface MasterKeys {
  readonly current: MasterKey;
  /** Every key that is accepted, the current one first. */
  readonly known: readonly MasterKey[];
}

const masterKey = (bytes: Buffer): MasterKey => ({
  id: createHash('sha256').update('master key').update(bytes).digest()
    .subarray(0, KEY_ID_BYTES).toString('hex'),
  bytes,
});

export function masterKeysOf(config: object): MasterKeys {
  const { MUSTER_MASTER_KEY: bytes, MUSTER_MASTER_KEY_PREVIOUS: previous } = config as AgentsConfig;
  const current = masterKey(bytes);
  return { current, known: [current, ...(previous ? [masterKey(previous)] : [])] };
}
