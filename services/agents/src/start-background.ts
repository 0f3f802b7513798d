/** Background work of the service: keys are brought up to date, and companies erased whose time has come. */
import { startPeriodicTask, type Background, type Runtime } from '@muster/service-kit';
import { beginDueErasures } from './background/erase-companies.ts';
import { keepRewrapping, requireMasterKeys } from './background/rewrap-company-keys.ts';

/** A company waits for days; its table of those that do is small. */
const ERASURES_MS = 5_000;

export async function startBackground(runtime: Runtime): Promise<Background> {
  await requireMasterKeys(runtime);
  const stopping = new AbortController();
  const rewrapping = keepRewrapping(runtime, stopping.signal);
  const erasures = startPeriodicTask({
    periodMs: ERASURES_MS,
    run: (ending) => beginDueErasures(runtime, ending),
    failed: (error) => runtime.log.warn({ err: error }, 'looking for due erasures failed'),
  });
  return {
    async drain() {
      stopping.abort();
      await Promise.all([rewrapping, erasures.drain()]);
    },
  };
}
