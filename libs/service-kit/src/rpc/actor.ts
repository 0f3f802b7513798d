/**
 * The caller's signed envelope, made by the gateway or by a calling service. Services trust nothing
 * else about the caller. It is signed with the key of the calling and the called service, for one
 * operation: what a service is shown is worth nothing at another one, and none but the gateway can
 * sign for an agent or a board user.
 *
 * `<envelope>.<signature>`. While an installation is upgraded, the signature of the release before,
 * with the secret that all services shared, is between the two: that release reads the first
 * signature, this one the last.
 */
import { Actor, Refusal, type Contract, type ServiceName } from '@muster/contracts';
import { z } from 'zod';
import { canCall } from '../keys/callable-operations.ts';
import { formerKeysOf } from '../keys/derive-key.ts';
import { pairKeysOf, type ServiceKeysConfig } from '../keys/service-keys.ts';
import { decodePayload, encodePayload, isSignedBy, signatureOf } from './signed-envelope.ts';

/** Lifetime of a signed actor: a little longer than any deadline. */
const ACTOR_TTL_MS = 30_000;

const Envelope = z.object({
  actor: Actor,
  requestId: z.string(),
  expiresAt: z.number(),
  /** The service that calls; absent in the envelopes of the release before. */
  from: z.string().optional(),
});
type Envelope = z.output<typeof Envelope>;

/** What the envelope is signed for. */
export interface SignedCall {
  readonly operation: string;
  readonly requestId: string;
}

export interface ActorSigner {
  sign(actor: Actor, call: SignedCall & { readonly service: string }): string;
  /**
   * Refuses an envelope that is unsigned, altered, expired, or signed for another request, operation
   * or service, or by a service that may not call the operation as this actor.
   */
  verify(header: string | undefined, call: SignedCall): Actor;
}

/** The signer of a process of the service with this contract. */
export function actorSigner(contract: Contract, config: ServiceKeysConfig): ActorSigner {
  const { name: self } = contract;
  const keysOf = pairKeysOf(config);
  const formerKeys = formerKeysOf(config, 'actor');
  const isSigned = (envelope: Envelope, text: string, operation: string): boolean => {
    const [body = '', ...signatures] = text.split('.');
    const { from = '' } = envelope;
    const keys = keysOf(from, self);
    return isSignedBy(keys, body, signatures.at(-1) ?? '', `${operation} `)
      ? mayCallAs(from as ServiceName, contract, operation, envelope.actor)
      : isSignedBy(formerKeys, body, signatures[0] ?? '');
  };
  return {
    sign(actor, { service, operation, requestId }) {
      const [key] = keysOf(self, service);
      if (!key) throw new Error(`${self} has no key for calls to ${service}`);
      const expiresAt = Date.now() + ACTOR_TTL_MS;
      const body = encodePayload({ actor, requestId, expiresAt, from: self });
      const former = formerKeys.slice(0, 1).map((formerKey) => signatureOf(formerKey, body));
      return [body, ...former, signatureOf(key, body, `${operation} `)].join('.');
    },
    verify(header = '', { operation, requestId }) {
      const parsed = Envelope.safeParse(decodePayload(header.split('.', 1)[0] ?? ''));
      if (!parsed.success || !isSigned(parsed.data, header, operation)) {
        throw new Refusal('unauthenticated');
      }
      const { actor, requestId: signedFor, expiresAt } = parsed.data;
      if (signedFor !== requestId || expiresAt < Date.now()) throw new Refusal('unauthenticated');
      return actor;
    },
  };
}

/**
 * A service calls in its own name only what it has a use for. The gateway calls for agents and board
 * users as well; which of them may call an operation is decided by its contract.
 */
const mayCallAs = (
  from: ServiceName,
  contract: Contract,
  operation: string,
  actor: Actor,
): boolean =>
  actor.type === 'service'
    ? isNameOf(from, actor.id) && canCall(from, contract, operation)
    : from === 'gateway';

/** The gateway calls as `public` what a client without a credential asks for. */
const isNameOf = (from: ServiceName, name: string): boolean =>
  name === from || (from === 'gateway' && name === 'public');
