/**
 * The keys of one service: one of its own, for what only its processes make and read, and one for
 * each pair of a caller and the service that it calls. Both of a pair hold its key and no other
 * service does, so a service that was taken over can sign for nobody but itself. As text:
 * `own=<key> gateway>issues=<key> …`.
 */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { deriveKey, formerKeysOf, type FormerSecret } from './derive-key.ts';
import { OWN, pairOf } from './make-keys.ts';

const ENTRY = /^([a-z]+(?:>[a-z]+)?)=([\w-]{43})$/;

export interface ServiceKeysConfig extends FormerSecret {
  readonly MUSTER_SERVICE_KEYS: string;
  readonly MUSTER_SERVICE_KEYS_PREVIOUS?: string | undefined;
}

const entriesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Validates only: the configuration is parsed more than once, so the value must stay its text. */
export const ServiceKeys = z
  .string()
  .refine(
    (text) => entriesOf(text).every((entry) => ENTRY.test(entry)) && readKeys(text).has(OWN),
    'not the keys of a service',
  );

const readKeys = (text: string): Map<string, Buffer> =>
  new Map(
    entriesOf(text).map((entry) => {
      const [, name = '', key = ''] = ENTRY.exec(entry) ?? [];
      return [name, Buffer.from(key, 'base64url')] as const;
    }),
  );

const ringsOf = (config: ServiceKeysConfig): Map<string, Buffer>[] =>
  [config.MUSTER_SERVICE_KEYS, config.MUSTER_SERVICE_KEYS_PREVIOUS].flatMap((text) =>
    text === undefined ? [] : readKeys(text),
  );

/**
 * Keys for a purpose of this service alone: the first is the one to use, all are accepted. While an
 * installation is upgraded, the first is that of the release before, which knows no other.
 */
export function ownKeysOf(
  config: ServiceKeysConfig,
  purpose: string,
): readonly [Buffer, ...Buffer[]] {
  const own = ringsOf(config).flatMap((ring) => {
    const key = ring.get(OWN);
    return key === undefined ? [] : deriveKey(key.toString('base64url'), purpose);
  });
  return [...formerKeysOf(config, purpose), ...own] as unknown as readonly [Buffer, ...Buffer[]];
}

/** The keys of a caller and the service that it calls; none if they do not know each other. */
export type PairKeys = (caller: string, service: string) => readonly KeyObject[];

/** Read once when a process starts. */
export function pairKeysOf(config: ServiceKeysConfig): PairKeys {
  const pairs = new Map<string, KeyObject[]>();
  for (const ring of ringsOf(config)) {
    for (const [name, key] of ring) {
      pairs.set(name, [...(pairs.get(name) ?? []), createSecretKey(key)]);
    }
  }
  return (caller, service) => pairs.get(pairOf(caller, service)) ?? [];
}
