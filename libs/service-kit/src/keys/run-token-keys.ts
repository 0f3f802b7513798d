/**
 * The keys of run tokens: Ed25519, so that the scheduler alone can sign and the gateway can only
 * verify. As text both are DER in base64: PKCS #8 and SPKI.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { RUN_TOKEN_KEY_TYPE } from './make-keys.ts';

const der = (text: string) => ({ key: Buffer.from(text, 'base64'), format: 'der' as const });

export const readRunTokenKey = (text: string): KeyObject =>
  createPrivateKey({ ...der(text), type: 'pkcs8' });

/** One key, or several separated by commas while the key is rotated. */
export const readRunTokenPublicKeys = (text: string): KeyObject[] =>
  text.split(',').map((one) => createPublicKey({ ...der(one.trim()), type: 'spki' }));

const isTyped = (read: () => readonly KeyObject[]): boolean => {
  try {
    return read().every(({ asymmetricKeyType }) => asymmetricKeyType === RUN_TOKEN_KEY_TYPE);
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
