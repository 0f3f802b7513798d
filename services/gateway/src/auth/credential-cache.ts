/**
 * What was found out about a credential is believed for a second, so that a busy caller costs one
 * look at the database a second and a revocation takes effect within one on every replica. In this
 * process it takes effect at once: reactions and operations say whose credentials to ask for again.
 */
import { Refusal } from '@muster/contracts';
import type { Caller } from './caller.ts';

const BELIEVED_MS = 1_000;
/** Bound of memory; the longest unused goes first. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly caller: Caller;
  readonly until: number;
}

export interface CredentialCache {
  /** The caller, or a promise of it where it has to be found out. */
  get(token: string): Caller | Promise<Caller>;
  /** Whether this credential was good at some time. */
  knows(token: string): boolean;
  forgetAgent(agentId: string): void;
  close(): void;
}

const open = new Set<CredentialCache>();

export function forgetCredentialsOf(agentId: string): void {
  for (const cache of open) cache.forgetAgent(agentId);
}

export function openCredentialCache(find: (token: string) => Promise<Caller>): CredentialCache {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<Caller>>();
  /** Counts what was forgotten: an answer found out across such a moment is not kept. */
  let forgotten = 0;

  const keep = (token: string, caller: Caller): void => {
    entries.delete(token);
    entries.set(token, { caller, until: Date.now() + BELIEVED_MS });
    if (entries.size <= ENTRIES_MAX) return;
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  };
  const findOut = async (token: string): Promise<Caller> => {
    const before = forgotten;
    try {
      const caller = await find(token);
      if (before === forgotten) keep(token, caller);
      return caller;
    } catch (error) {
      // A database that is away says nothing about the credential.
      if (error instanceof Refusal) entries.delete(token);
      throw error;
    }
  };
  const cache: CredentialCache = {
    get(token) {
      const entry = entries.get(token);
      if (entry && entry.until > Date.now()) return entry.caller;
      const running = underWay.get(token);
      if (running) return running;
      const started = findOut(token).finally(() => {
        if (underWay.get(token) === started) underWay.delete(token);
      });
      underWay.set(token, started);
      return started;
    },
    knows: (token) => entries.has(token),
    forgetAgent(agentId) {
      forgotten += 1;
      underWay.clear();
      for (const [token, { caller }] of entries) {
        if (caller.actor.id === agentId) entries.set(token, { caller, until: 0 });
      }
    },
    close: () => void open.delete(cache),
  };
  open.add(cache);
  return cache;
}
