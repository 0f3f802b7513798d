/**
 * Repeats a check when a company's log has grown: at once, but not more often than every quarter of
 * a second, and every few seconds in case a notification was lost.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@muster/contracts';
import type { LogNotifications } from '@muster/service-kit';

/** Shortest time between two checks; the log of a busy company grows all the time. */
const GAP_MS = 250;
/** Longest time between two checks. */
const CHECK_MS = 10_000;

export interface WaitFor<T> {
  readonly notifications: Pick<LogNotifications, 'watch'>;
  readonly companyId: string;
  /** The service whose log is watched. */
  readonly service: ServiceName;
  /** Waiting ends when it returns a value. */
  readonly check: () => Promise<T | undefined>;
  readonly waitMs: number;
  readonly stop: AbortSignal;
}

/** The value of the check; undefined when the time is up or the wait was stopped. */
export async function waitFor<T>(options: WaitFor<T>): Promise<T | undefined> {
  const { notifications, companyId, service, check, waitMs, stop } = options;
  const until = performance.now() + waitMs;
  let grown = false;
  let wake: () => void = () => undefined;
  const notify = (): void => {
    grown = true;
    wake();
  };
  const unwatch = notifications.watch(companyId, (producer) => {
    if (producer === service) notify();
  });
  stop.addEventListener('abort', notify, { once: true });
  try {
    for (;;) {
      grown = false;
      const checkedAt = performance.now();
      const found = await check();
      if (found !== undefined || stop.aborted || performance.now() >= until) return found;
      if (!grown) {
        const woken = Promise.withResolvers<void>();
        wake = woken.resolve;
        const timer = setTimeout(woken.resolve, Math.min(CHECK_MS, until - performance.now()));
        await woken.promise;
        clearTimeout(timer);
      }
      const early = checkedAt + GAP_MS - performance.now();
      if (early > 0 && !stop.aborted) await pause(early);
    }
  } finally {
    unwatch();
    stop.removeEventListener('abort', notify);
  }
}
