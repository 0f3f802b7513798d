/**
 * Hashes of invite tokens and claim secrets. Both have 256 random bits, so a fast hash is as safe
 * as a slow one, and only the hash is stored or sent over RPC.
 */
import { createHash } from 'node:crypto';

/** The form in which a hash is stored. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The form in which a hash travels over RPC to the operation that looks it up. */
export const encodeHash = (hash: Buffer): string => hash.toString('base64url');
export const decodeHash = (text: string): Buffer => Buffer.from(text, 'base64url');
