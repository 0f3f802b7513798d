/**
 * Hashes and verifies passwords. Hashing is slow on purpose and runs on the few threads that DNS
 * lookups and file access need too, so concurrency is capped, further calls are queued, and calls
 * beyond the queue are refused.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '@muster/contracts';
import pLimit from 'p-limit';

/** Half of Node's thread pool. */
const CONCURRENCY = 2;
/** A longer queue would outlast the callers' deadlines. */
const QUEUED_MAX = 40;
/** Above the time from the composed call to the operation that stores the hash. */
const REUSE_MS = 10_000;

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  /**
   * The hash of a password chosen for one purpose, computed once. The composed call has it computed
   * before it calls the operation, whose attempts are short and may be repeated. If another replica
   * runs the operation, the hash is computed there again.
   */
  hashOnce(purpose: string, password: string): Promise<string>;
}

/** Loaded with the first password. */
const library = () => import('better-auth/crypto');

export function openPasswords(): Passwords {
  const limit = pLimit(CONCURRENCY);
  const recent = new Map<string, Promise<string>>();
  const queued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= CONCURRENCY + QUEUED_MAX) {
      throw new Refusal('overloaded');
    }
    return limit(work);
  };
  const hash = (password: string): Promise<string> =>
    queued(async () => (await library()).hashPassword(password));
  return {
    hash,
    verify: (given) => queued(async () => (await library()).verifyPassword(given)),
    hashOnce(purpose, password) {
      const key = createHash('sha256').update(`${purpose} ${password}`).digest('base64url');
      const known = recent.get(key);
      if (known) return known;
      const computed = hash(password);
      recent.set(key, computed);
      const forget = (): boolean => recent.delete(key);
      computed.then(() => void setTimeout(forget, REUSE_MS).unref(), forget);
      return computed;
    },
  };
}
