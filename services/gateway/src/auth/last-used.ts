/** When keys were last used, written in batches beside the requests and not in their way. */
import type { Db, Log } from '@muster/service-kit';
import { touchKeys } from '../store/agent-keys.ts';

const FLUSH_MS = 2_000;

export interface LastUsed {
  used(keyId: string): void;
  /** Writes what is noted; the last time before an end. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function openLastUsed(db: Db, log: Log): LastUsed {
  const noted = new Set<string>();
  const flush = async (): Promise<void> => {
    if (noted.size === 0) return;
    const keyIds = [...noted];
    noted.clear();
    try {
      await touchKeys(db, keyIds);
    } catch (error) {
      log.warn({ err: error }, 'the last use of keys could not be noted');
    }
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    used: (keyId) => void noted.add(keyId),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
