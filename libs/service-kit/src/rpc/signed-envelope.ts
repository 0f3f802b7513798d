/**
 * Signed JSON: `<payload>.<signature>`, both base64url; the signature is HMAC-SHA256. Several
 * signatures of one payload follow each other, separated by dots.
 */
import { createHmac, timingSafeEqual, type BinaryLike, type KeyObject } from 'node:crypto';

type Key = BinaryLike | KeyObject;

/** What is signed besides the payload, so that the signature is worth nothing elsewhere. */
type Purpose = string;

const macOf = (key: Key, body: string, purpose: Purpose): Buffer =>
  createHmac('sha256', key)
    .update(purpose + body)
    .digest();

export const encodePayload = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64url');

/** Undefined if it is no JSON. */
export function decodePayload(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString());
  } catch {
    return undefined;
  }
}

export const signatureOf = (key: Key, body: string, purpose: Purpose = ''): string =>
  macOf(key, body, purpose).toString('base64url');

export function isSignedBy(
  keys: readonly Key[],
  body: string,
  signature: string,
  purpose: Purpose = '',
): boolean {
  const given = Buffer.from(signature, 'base64url');
  return keys.some((key) => {
    const expected = macOf(key, body, purpose);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

export function signEnvelope(key: Key, payload: unknown): string {
  const body = encodePayload(payload);
  return `${body}.${signatureOf(key, body)}`;
}

/** The payload if one of the keys has made the first signature; it is not parsed further. */
export function openEnvelope(keys: readonly Key[], envelope: string): unknown {
  const [body = '', signature = ''] = envelope.split('.');
  return isSignedBy(keys, body, signature) ? decodePayload(body) : undefined;
}
