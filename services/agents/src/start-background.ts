/** Background work of the service: keys and secrets are brought up to date. */
import { setTimeout as pause } from 'node:timers/promises';
import { startPeriodicTask, type Background, type Runtime } from '@muster/service-kit';
import { beginDueErasures } from './background/erase-companies.ts';
import { moveSecrets } from './background/move-secrets.ts';
import { keepRewrapping, requireMasterKeys } from './background/rewrap-company-keys.ts';

/** Pause before another attempt to move secrets: the cause, say a lock, may pass by itself. */
const RETRY_MS = 60_000;
/** A company waits for days; its table of those that do is small. */
const ERASURES_MS = 5_000;

export async function startBackground(runtime: Runtime): Promise<Background> {
  await requireMasterKeys(runtime);
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = Promise.all([moveWithRetries(runtime, signal), keepRewrapping(runtime, signal)]);
  const erasures = startPeriodicTask({
    periodMs: ERASURES_MS,
    run: (ending) => beginDueErasures(runtime, ending),
    failed: (error) => runtime.log.warn({ err: error }, 'looking for due erasures failed'),
  });
  return {
    async drain() {
      stopping.abort();
      await Promise.all([work, erasures.drain()]);
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
