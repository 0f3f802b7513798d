/** The idempotency key of a request, as far as the limits of its token reach. */
import type { TokenLimits } from '@muster/contracts';
import { narrows } from './domain/token-limits.ts';
import { encodeHash, hashSecret } from './secret-hash.ts';

/**
 * Tokens with other limits are other callers, though of one user: neither gets an answer that is stored
 * for the other. What a token without limits sent keeps its key.
 */
export function keyWithin(limits: TokenLimits | undefined, key: string): string {
  if (!limits || !narrows(limits)) return key;
  const { companies, readOnly, mayDecide } = limits;
  const within = JSON.stringify([companies?.toSorted() ?? null, readOnly, mayDecide]);
  return encodeHash(hashSecret(`${within} ${key}`));
}
