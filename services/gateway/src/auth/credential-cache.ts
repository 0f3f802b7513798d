/**
 * What was found out about a credential is believed for less than a second from the moment of the
 * question, so that a busy caller costs about one look at the database a second and a revocation
 * takes effect within one on every replica. In this process it takes effect at once: reactions and
 * operations say whose credentials to ask for again.
 */
import { Refusal } from '@muster/contracts';
import type { Caller } from './caller.ts';
import type { Shown } from './find-caller.ts';

const BELIEVED_MS = 900;
/** Bound of memory; the longest unused goes first. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly caller: Caller;
  readonly until: number;
}

export interface CredentialCache {
  /** The caller, or a promise of it where it has to be found out. */
  get(shown: Shown): Caller | Promise<Caller>;
  /** Whether this credential was good at some time. */
  knows(shown: Shown): boolean;
  /** Asks again for whatever is an agent's or a user's. */
  forget(actorId: string): void;
  close(): void;
}

const open = new Set<CredentialCache>();

export function forgetCredentialsOf(actorId: string): void {
  for (const cache of open) cache.forget(actorId);
}

/** A cookie is no bearer token, even where it looks like one. */
const keyOf = (shown: Shown): string =>
  'cookie' in shown ? `cookie ${shown.cookie}` : `bearer ${shown.bearer}`;

/** Never longer than the credential itself lasts. */
const believedUntil = ({ credential: { expiresAt } }: Caller, askedAt: number): number =>
  Math.min(askedAt + BELIEVED_MS, expiresAt === null ? Infinity : Date.parse(expiresAt));

export function openCredentialCache(find: (shown: Shown) => Promise<Caller>): CredentialCache {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<Caller>>();
  /** Counts what was forgotten: an answer found out across such a moment is not kept. */
  let forgotten = 0;

  const keep = (key: string, caller: Caller, askedAt: number): void => {
    entries.delete(key);
    entries.set(key, { caller, until: believedUntil(caller, askedAt) });
    const [oldest] = entries.size > ENTRIES_MAX ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
  };
  const findOut = async (key: string, shown: Shown): Promise<Caller> => {
    const before = forgotten;
    const askedAt = Date.now();
    try {
      const caller = await find(shown);
      if (before === forgotten) keep(key, caller, askedAt);
      return caller;
    } catch (error) {
      // A database that is away says nothing about the credential.
      if (error instanceof Refusal && error.status === 401) entries.delete(key);
      throw error;
    }
  };
  const cache: CredentialCache = {
    get(shown) {
      const key = keyOf(shown);
      const entry = entries.get(key);
      if (entry && entry.until > Date.now()) return entry.caller;
      const running = underWay.get(key);
      if (running) return running;
      const started = findOut(key, shown).finally(() => {
        if (underWay.get(key) === started) underWay.delete(key);
      });
      underWay.set(key, started);
      return started;
    },
    knows: (shown) => entries.has(keyOf(shown)),
    forget(actorId) {
      forgotten += 1;
      underWay.clear();
      for (const [key, { caller }] of entries) {
        if (caller.actor.id === actorId) entries.set(key, { caller, until: 0 });
      }
    },
    close: () => void open.delete(cache),
  };
  open.add(cache);
  return cache;
}
