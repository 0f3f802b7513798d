/**
 * Somebody without a credential, who is let in by a token or a secret. The gateway asks itself in
 * the stranger's place; the log calls it the system's doing, of a caller whom nobody knows.
 */
import type { Actor } from '@muster/contracts';
import { travellingHash } from '../auth/join-secrets.ts';
import type { OnBehalf } from './composed-calls.ts';

const stranger: Actor = { type: 'service', id: 'public', name: 'public' };

/** Strangers choose their keys without knowing of each other: each secret has its own space. */
export const forStranger = (onBehalf: OnBehalf, secretHash: string): OnBehalf => ({
  ...onBehalf,
  actor: stranger,
  idempotencyKey: onBehalf.idempotencyKey &&
    travellingHash(`${secretHash} ${onBehalf.idempotencyKey}`),
});
