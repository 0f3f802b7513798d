/** What the service does about secrets when it starts, before and beside requests. */
import type { Background, Runtime } from '@muster/service-kit';
import { masterKeysOf } from '../store/cipher.ts';
import { listUnknownMasters, rewrapKeys } from '../store/company-keys.ts';
import { moveSecrets } from './move-secrets.ts';

/** What could not be moved at first is tried again this often. */
const AGAIN_MS = 60_000;

export async function startJobs(runtime: Runtime): Promise<Background> {
  await wrapWithCurrentMaster(runtime);
  const stop = new AbortController();
  let moving = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const move = (): void => {
    moving = moveSecrets(runtime, stop.signal).catch((error: unknown) => {
      runtime.log.error({ err: error }, 'secrets from before could not be moved');
      if (!stop.signal.aborted) timer = setTimeout(move, AGAIN_MS);
    });
  };
  move();
  return {
    async drain() {
      stop.abort();
      clearTimeout(timer);
      await moving;
    },
  };
}

/** A key that opens nothing is noticed here, and not by the first agent that is to be started. */
async function wrapWithCurrentMaster({ db, config, log, write }: Runtime): Promise<void> {
  const masters = masterKeysOf(config);
  const unknown = await listUnknownMasters(db, masters);
  if (unknown.length > 0) {
    const ids = unknown.map(({ id }) => id).join(', ');
    throw new Error(
      `MUSTER_MASTER_KEY is ${masters.current.id}, but there are secrets under ${ids}; ` +
        'give the one before as MUSTER_MASTER_KEY_PREVIOUS',
    );
  }
  for (;;) {
    const wrapped = await write((context) => rewrapKeys(context.db, masters));
    if (wrapped === 0) return;
    log.info({ keys: wrapped, masterKey: masters.current.id }, 'wrapped the keys of companies');
  }
}
