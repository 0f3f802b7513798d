/** Background work of the service: keys and secrets are brought up to date. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Background, Runtime } from '@muster/service-kit';
import { moveSecrets } from './background/move-secrets.ts';
import { keepRewrapping, requireMasterKeys } from './background/rewrap-company-keys.ts';

/** Pause before another attempt to move secrets: the cause, say a lock, may pass by itself. */
const RETRY_MS = 60_000;

export async function startBackground(runtime: Runtime): Promise<Background> {
  await requireMasterKeys(runtime);
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = Promise.all([moveWithRetries(runtime, signal), keepRewrapping(runtime, signal)]);
  return {
    async drain() {
      stopping.abort();
      await work;
    },
  };
}

async function moveWithRetries(runtime: Runtime, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      return await moveSecrets(runtime, stopping);
    } catch (error) {
      runtime.log.error({ err: error }, 'moving inline secrets failed');
    }
    // An abort ends the pause early.
    await pause(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}
