/** Records the last use of keys and tokens in batches, outside the requests. */
import type { Db, Logger } from '@muster/service-kit';
import { touchKeys } from '../store/agent-keys.ts';
import { touchBoardTokens } from '../store/board-tokens.ts';
import type { Credential } from '../../upstream/credential.ts';

const FLUSH_MS = 2_000;

export interface LastUsed {
  used(credential: Credential): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function openLastUsed(db: Db, log: Logger): LastUsed {
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
      log.warn({ err: error }, 'recording last use failed');
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
