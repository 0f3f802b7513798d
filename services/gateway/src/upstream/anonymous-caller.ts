/**
 * A caller without a credential, admitted by a token or a secret. The gateway calls its own
 * operations as `public`; the event log records the system as the actor.
 */
import type { Actor } from '@muster/contracts';
import type { CallContext } from './composed-call.ts';
import { encodeHash, hashSecret } from './secret-hash.ts';

const anonymousActor: Actor = { type: 'service', id: 'public', name: 'public' };

/** Idempotency keys of anonymous callers are scoped by their secret, so they cannot collide. */
export const asAnonymous = (call: CallContext, secretHash: string): CallContext => ({
  ...call,
  actor: anonymousActor,
  idempotencyKey:
    call.idempotencyKey && encodeHash(hashSecret(`${secretHash} ${call.idempotencyKey}`)),
});
