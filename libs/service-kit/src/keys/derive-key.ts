/** Keys that are derived from a secret, one for each purpose. */
import { hkdfSync } from 'node:crypto';

/** A key for one purpose; it says nothing about the secret or the keys for other purposes. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'muster', purpose, 32));

/**
 * The secret that all services shared in the release before. Where it is set, its signatures are made
 * and believed as well, so that an upgrade refuses no request; the end of the upgrade removes it.
 */
export interface FormerSecret {
  readonly MUSTER_SECRET?: string | undefined;
  readonly MUSTER_SECRET_PREVIOUS?: string | undefined;
}

/** The keys of the release before, if it may still be running; the first is the one to sign with. */
export const formerKeysOf = (
  { MUSTER_SECRET: present, MUSTER_SECRET_PREVIOUS: previous }: FormerSecret,
  purpose: string,
): readonly Buffer[] =>
  [present, previous].flatMap((secret) => (secret === undefined ? [] : deriveKey(secret, purpose)));
