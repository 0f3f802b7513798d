/**
 * Limits failed authentications with token buckets. They protect the database from guesses, so only
 * failures are counted. A program that repeats a wrong token exhausts the bucket of that token at
 * its address and no other one, so it shuts out no neighbour. Only an address that tries very many
 * different tokens exhausts its own bucket.
 */
import { createHash } from 'node:crypto';
import { networkOf } from '@muster/egress';
import { openBuckets, type TakeShared } from '../../rate-limit/buckets.ts';

/** Time in which an empty bucket refills. */
const REFILL_SECONDS = 10;
/** How many times the failures of one token an address may have: a runner has many programs. */
const TOKENS_PER_ADDRESS = 20;
/** The public part of a token: it names what the rest is guessed for. */
const PUBLIC_PART = /^mst_(?:run_[^.]+|[a-z]+_[\w-]{12})/;

/** What is exhausted: the token at its address, or the address. */
export type Exhausted = 'token' | 'address';

export interface FailureLimit {
  exhausted(address: string, token: string): Exhausted | undefined;
  failed(address: string, token: string): void;
}

export function openFailureLimit(burst: number, shared?: TakeShared): FailureLimit {
  const opened = (name: string, size: number) =>
    openBuckets({ name, rate: { perSecond: size / REFILL_SECONDS, burst: size }, shared });
  const byToken = opened('failures-of-token', burst);
  const byAddress = opened('failures', burst * TOKENS_PER_ADDRESS);
  return {
    exhausted(address, token) {
      const network = networkOf(address);
      if (byToken.peek(keyOf(network, token)).tokens < 1) return 'token';
      return byAddress.peek(network).tokens < 1 ? 'address' : undefined;
    },
    failed(address, token) {
      const network = networkOf(address);
      byToken.take(keyOf(network, token));
      byAddress.take(network);
    },
  };
}

/** Hashed, because keys are stored in Redis and a token without a public part is all secret. */
const keyOf = (network: string, token: string): string =>
  createHash('sha256')
    .update(`${network} ${PUBLIC_PART.exec(token)?.[0] ?? token}`)
    .digest('base64url');
