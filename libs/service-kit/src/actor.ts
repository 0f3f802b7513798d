/**
 * The caller, signed by the gateway. A service believes no other word about who calls, so a process
 * that can publish on NATS but does not hold the secret can act as nobody.
 */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Actor, Refusal } from '@muster/contracts';
import { z } from 'zod';

/** How long a signed actor is believed: longer than any deadline, shorter than a coffee. */
const ACTOR_TTL_MS = 30_000;

const Envelope = z.object({ actor: Actor, requestId: z.string(), expiresAt: z.number() });

/** A key for one purpose, derived from the deployment's secret. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'muster', purpose, 32));

export interface ActorSigner {
  sign(actor: Actor, requestId: string): string;
  /** Refuses what is unsigned, altered, expired, or signed for another request. */
  verify(header: string | undefined, requestId: string): Actor;
}

export function actorSigner(secret: string): ActorSigner {
  const key = createSecretKey(deriveKey(secret, 'actor'));
  const mac = (body: string) => createHmac('sha256', key).update(body).digest();
  return {
    sign(actor, requestId) {
      const expiresAt = Date.now() + ACTOR_TTL_MS;
      const envelope = JSON.stringify({ actor, requestId, expiresAt });
      const body = Buffer.from(envelope).toString('base64url');
      return `${body}.${mac(body).toString('base64url')}`;
    },
    verify(header, requestId) {
      const [body = '', signature = ''] = (header ?? '').split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new Refusal('unauthenticated');
      }
      const envelope = Envelope.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
      if (envelope.requestId !== requestId || envelope.expiresAt < Date.now()) {
        throw new Refusal('unauthenticated');
      }
      return envelope.actor;
    },
  };
}
