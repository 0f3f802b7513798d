/**
 * Caches the caller of a credential for less than a second from the moment of the lookup. A busy
 * caller costs about one database lookup a second, and a revocation takes effect within a second on
 * every replica. On this replica it takes effect at once, by the signals
 * `callerChanged` and `companyChanged`.
 */
import { Refusal } from '@muster/contracts';
import { LRUCache } from 'lru-cache';
import type { Signals } from '../../local-signals.ts';
import type { Caller } from '../../upstream/credential.ts';
import { textOf, type PresentedCredential } from './find-caller.ts';

const VALID_MS = 900;
/** Bounds the memory. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly caller: Caller;
  /** 0 after the caller has changed. */
  validUntil: number;
}

export interface CredentialCache {
  /** The caller, or a promise of it when it has to be looked up. */
  get(presented: PresentedCredential): Caller | Promise<Caller>;
  /** Whether the credential was valid at its last lookup, however long ago. */
  has(presented: PresentedCredential): boolean;
  close(): void;
}

/** The kind is a part of the key: a cookie is no bearer token, even if it looks like one. */
const keyOf = (presented: PresentedCredential): string =>
  `${'cookie' in presented ? 'cookie' : 'bearer'} ${textOf(presented)}`;

/** Never after the credential itself expires. */
const validUntil = ({ credential: { expiresAt } }: Caller, askedAt: number): number =>
  Math.min(askedAt + VALID_MS, expiresAt === null ? Infinity : Date.parse(expiresAt));

export function openCredentialCache(
  find: (presented: PresentedCredential) => Promise<Caller>,
  signals: Signals,
): CredentialCache {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX });
  const inProgress = new Map<string, Promise<Caller>>();
  /** Counts changes: a lookup during which a caller changed is not cached. */
  let changes = 0;

  const lookUp = async (key: string, presented: PresentedCredential): Promise<Caller> => {
    const before = changes;
    const askedAt = Date.now();
    try {
      const caller = await find(presented);
      if (before === changes) {
        entries.set(key, { caller, validUntil: validUntil(caller, askedAt) });
      }
      return caller;
    } catch (error) {
      // An unavailable database proves nothing about the credential.
      if (error instanceof Refusal && error.status === 401) entries.delete(key);
      throw error;
    }
  };
  const invalidate = (hasChanged: (actor: Caller['actor']) => boolean): void => {
    changes += 1;
    inProgress.clear();
    for (const entry of entries.values()) {
      if (hasChanged(entry.caller.actor)) entry.validUntil = 0;
    }
  };
  const callerChanged = (actorId: string) => invalidate(({ id }) => id === actorId);
  const companyChanged = (companyId: string) =>
    invalidate((actor) => actor.type === 'agent' && actor.companyId === companyId);
  signals.on('callerChanged', callerChanged).on('companyChanged', companyChanged);
  return {
    get(presented) {
      const key = keyOf(presented);
      const entry = entries.get(key);
      if (entry && entry.validUntil > Date.now()) return entry.caller;
      const running = inProgress.get(key);
      if (running) return running;
      const started = lookUp(key, presented).finally(() => {
        if (inProgress.get(key) === started) inProgress.delete(key);
      });
      inProgress.set(key, started);
      return started;
    },
    has: (presented) => entries.has(keyOf(presented)),
    close: () =>
      void signals.off('callerChanged', callerChanged).off('companyChanged', companyChanged),
  };
}
