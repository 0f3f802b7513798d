/** Secrets of agents that have no key yet: the invite's token and the secret that claims a key. */
import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

const makeSecret = (prefix: string): string =>
  `${prefix}${randomBytes(SECRET_BYTES).toString('base64url')}`;

export const makeInviteToken = (): string => makeSecret('mst_invite_');
export const makeClaimSecret = (): string => makeSecret('mst_claim_');
