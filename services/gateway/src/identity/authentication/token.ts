/**
 * Tokens have the form `mst_<kind>_<lookup>_<secret><checksum>`. The lookup part finds the row, the
 * secret part proves possession, and the checksum lets secret scanners and the gateway recognize a
 * mistyped token without a lookup.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hashSecret } from '../../upstream/secret-hash.ts';

/** A release that knows no limits knows no token that has them, and refuses it. */
export type TokenKind =
  | 'agent'
  | 'board'
  | 'limited'
  | 'invitation'
  // What a program gets that signs in by OAuth, and what it gets that by.
  | 'oauth'
  | 'refresh'
  | 'code'
  | 'device';

const LOOKUP_BYTES = 9;
const SECRET_BYTES = 32;
const TOKEN = /^mst_([a-z]{1,20})_([\w-]{12})_([\w-]{43})([\w-]{6})$/;

export interface TokenParts {
  readonly lookup: string;
  readonly secretHash: Buffer;
}

export function makeToken(
  kind: TokenKind,
  lookup = randomBytes(LOOKUP_BYTES).toString('base64url'),
): TokenParts & { readonly token: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const token = `mst_${kind}_${lookup}_${secret}${checksumOf(lookup, secret)}`;
  return { token, lookup, secretHash: hashSecret(secret) };
}

/** Undefined unless the text is a token of that kind with a correct checksum. */
export function parseToken(kind: TokenKind, token: string): TokenParts | undefined {
  const [, given, lookup, secret, checksum] = TOKEN.exec(token) ?? [];
  if (given !== kind || !lookup || !secret) return undefined;
  if (checksum !== checksumOf(lookup, secret)) return undefined;
  return { lookup, secretHash: hashSecret(secret) };
}

export const sameHash = (a: Buffer, b: Buffer): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

function checksumOf(lookup: string, secret: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(`${lookup}_${secret}`));
  return bytes.toString('base64url');
}
