/**
 * The keys of run tokens: Ed25519, so that the scheduler alone can sign and the gateway can only
 * verify. As text both are DER in base64: PKCS #8 and SPKI.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';

const TYPE = 'ed25519';

const der = (text: string) => ({ key: Buffer.from(text, 'base64'), format: 'der' as const });

export const readRunTokenKey = (text: string): KeyObject =>
  createPrivateKey({ ...der(text), type: 'pkcs8' });

/** One key, or several separated by commas while the key is rotated. */
export const readRunTokenPublicKeys = (text: string): KeyObject[] =>
  text.split(',').map((one) => createPublicKey({ ...der(one.trim()), type: 'spki' }));

export interface RunTokenKeyTexts {
  readonly privateKey: string;
  readonly publicKey: string;
}

export function makeRunTokenKeys(): RunTokenKeyTexts {
  const { privateKey, publicKey } = generateKeyPairSync(TYPE);
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}

const isTyped = (read: () => readonly KeyObject[]): boolean => {
  try {
    return read().every(({ asymmetricKeyType }) => asymmetricKeyType === TYPE);
  } catch {
    return false;
  }
};

/** Validates only: the configuration is parsed more than once, so the value must stay its text. */
export const RunTokenKey = z
  .string()
  .refine((text) => isTyped(() => [readRunTokenKey(text)]), 'not an Ed25519 private key');
export const RunTokenPublicKeys = z
  .string()
  .refine((text) => isTyped(() => readRunTokenPublicKeys(text)), 'not Ed25519 public keys');
