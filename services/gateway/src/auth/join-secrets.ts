/**
 * What lets an agent from outside in before it has a key: the token of an invite, and the secret
 * with which it claims its key. Both have 256 random bits and are kept as hashes only.
 */
import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

const makeSecret = (prefix: string): string =>
  `${prefix}${randomBytes(SECRET_BYTES).toString('base64url')}`;

export const makeInviteToken = (): string => makeSecret('mst_invite_');
export const makeClaimSecret = (): string => makeSecret('mst_claim_');

const digest = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** As it is stored. */
export const storedHash = digest;
/** As it travels to the operation that looks it up. */
export const travellingHash = (secret: string): string => digest(secret).toString('base64url');
export const hashThatTravelled = (hash: string): Buffer => Buffer.from(hash, 'base64url');
