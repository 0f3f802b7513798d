/**
 * Hashes of tokens, cookies, codes and other secrets that are made at random. Only the hash is stored or
 * sent over RPC. A fast hash is as safe as a slow one for secrets of 256 random bits.
 */
import { createHash } from 'node:crypto';

/** The form in which a hash is stored. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The form in which a hash travels over RPC to the operation that looks it up. */
export const encodeHash = (hash: Buffer): string => hash.toString('base64url');
export const decodeHash = (text: string): Buffer => Buffer.from(text, 'base64url');
