/**
 * Asking again when something may have changed: at once where a company's log has grown, not more
 * often than that is worth, and from time to time in case a message did not come.
 */
import type { ServiceName } from '@muster/contracts';
import type { Wakes } from '@muster/service-kit';

/** A busy company's log grows all the time: so far apart are two looks at least. */
const GAP_MS = 250;
/** A message may be lost. */
const LOOK_MS = 10_000;

export interface WaitFor<T> {
  readonly wakes: Pick<Wakes, 'watch'>;
  readonly companyId: string;
  /** Whose log says so. */
  readonly service: ServiceName;
  /** Nothing to wait on for where it gives something. */
  readonly look: () => Promise<T | undefined>;
  readonly waitMs: number;
  readonly stop: AbortSignal;
}

/** What was found, or nothing when the time is up or nobody waits any more. */
export async function waitFor<T>(how: WaitFor<T>): Promise<T | undefined> {
  const { wakes, companyId, service, look, waitMs, stop } = how;
  const until = performance.now() + waitMs;
  let grown = false;
  let wake: () => void = () => undefined;
  const stir = (): void => {
    grown = true;
    wake();
  };
  const unwatch = wakes.watch(companyId, (producer) => {
    if (producer === service) stir();
  });
  stop.addEventListener('abort', stir, { once: true });
  try {
    for (;;) {
      grown = false;
      const lookedAt = performance.now();
      const found = await look();
      if (found !== undefined || stop.aborted || performance.now() >= until) return found;
      if (!grown) {
        const nap = Promise.withResolvers<void>();
        wake = nap.resolve;
        const timer = setTimeout(nap.resolve, Math.min(LOOK_MS, until - performance.now()));
        await nap.promise;
        clearTimeout(timer);
      }
      const early = lookedAt + GAP_MS - performance.now();
      if (early > 0 && !stop.aborted) await pause(early);
    }
  } finally {
    unwatch();
    stop.removeEventListener('abort', stir);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
