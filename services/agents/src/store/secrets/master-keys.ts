/** The master keys of the installation, and the fingerprints of secrets. */
import { createHash, createHmac } from 'node:crypto';
import { unseal } from '@muster/service-kit';
import type { AgentsConfig } from '../../config.ts';

export const KEY_BYTES = 32;
/** Enough to tell master keys apart without revealing them. */
const KEY_ID_BYTES = 8;

/** Fails where it does not open: the row was changed, or its key is lost. */
export function open(key: Buffer, sealed: Buffer, subject: string): Buffer {
  const plain = unseal(key, sealed, subject);
  if (!plain) throw new Error(`decryption failed: ${subject}`);
  return plain;
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
