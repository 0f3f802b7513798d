/**
 * The caller, signed by the gateway. A service believes no other word about who calls, so a process
 * that can publish on NATS but does not hold the secret can act as nobody.
 */
import {
  createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject,
} from 'node:crypto';
import { Actor, Refusal } from '@muster/contracts';
import { z } from 'zod';

/** How long a signed actor is believed: longer than any deadline, shorter than a coffee. */
const ACTOR_TTL_MS = 30_000;

const Envelope = z.object({ actor: Actor, requestId: z.string(), expiresAt: z.number() });

/** The secret that is signed with, and another one that is believed while it is replaced. */
export interface Secrets {
  readonly MUSTER_SECRET: string;
  readonly MUSTER_SECRET_PREVIOUS?: string | undefined;
}

/** What was derived of either: the first is to sign with. */
export const derivedOf = <T>(
  { MUSTER_SECRET, MUSTER_SECRET_PREVIOUS: previous }: Secrets,
  derive: (secret: string) => T,
): readonly [T, ...T[]] =>
  previous === undefined
    ? [derive(MUSTER_SECRET)]
    : [derive(MUSTER_SECRET), derive(previous)];

/** A key for one purpose, derived from the deployment's secret. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'muster', purpose, 32));

export interface ActorSigner {
  sign(actor: Actor, requestId: string): string;
  /** Refuses what is unsigned, altered, expired, or signed for another request. */
  verify(header: string | undefined, requestId: string): Actor;
}

export function actorSigner(secrets: Secrets): ActorSigner {
  const keys = derivedOf(secrets, (secret) => createSecretKey(deriveKey(secret, 'actor')));
  const mac = (body: string, key: KeyObject = keys[0]) =>
    createHmac('sha256', key).update(body).digest();
  const isSigned = (body: string, given: Buffer): boolean =>
    keys.some((key) => {
      const expected = mac(body, key);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
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
      if (!isSigned(body, given)) throw new Refusal('unauthenticated');
      const envelope = Envelope.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
      if (envelope.requestId !== requestId || envelope.expiresAt < Date.now()) {
        throw new Refusal('unauthenticated');
      }
      return envelope.actor;
    },
  };
}
