/** When keys and tokens were last used, written in batches beside the requests. */
import type { Db, Log } from '@muster/service-kit';
import { touchKeys } from '../store/agent-keys.ts';
import { touchBoardTokens } from '../store/board-tokens.ts';
import type { Credential } from './caller.ts';

const FLUSH_MS = 2_000;

export interface LastUsed {
  used(credential: Credential): void;
  /** Writes what is noted; the last time before an end. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function openLastUsed(db: Db, log: Log): LastUsed {
  const keys = new Set<string>();
  const tokens = new Set<string>();
  const flush = async (): Promise<void> => {
    const [keyIds, tokenIds] = [[...keys], [...tokens]];
    keys.clear();
    tokens.clear();
    try {
      if (keyIds.length > 0) await touchKeys(db, keyIds);
      if (tokenIds.length > 0) await touchBoardTokens(db, tokenIds);
    } catch (error) {
      log.warn({ err: error }, 'the last use of keys could not be noted');
    }
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    used({ kind, id }) {
      if (id === undefined) return;
      if (kind === 'agent_key') keys.add(id);
      if (kind === 'board_token') tokens.add(id);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
