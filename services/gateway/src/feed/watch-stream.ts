/** Keeps a stream's connection alive, rechecks its caller, and ends it when the process stops. */
import { Refusal } from '@muster/contracts';
import type { StreamEnd } from './feed-metrics.ts';
import type { StreamWriter } from './stream-writer.ts';

/** Below the idle timeout of proxies. */
const KEEP_ALIVE_MS = 15_000;
/** Longest time after which a revoked credential ends its streams. */
const RECHECK_MS = 2_500;

export interface WatchOptions {
  readonly stopping: AbortSignal;
  /** Throws if the caller may no longer follow the companies. */
  readonly recheck: () => Promise<void>;
  readonly writer: StreamWriter;
}

export function watchStream({ stopping, recheck, writer }: WatchOptions) {
  const ended = new AbortController();
  let reason: StreamEnd = 'draining';
  const drain = (): void => ended.abort();
  stopping.addEventListener('abort', drain, { once: true });
  if (stopping.aborted) drain();
  const keepAlive = setInterval(() => writer.keepAlive(), KEEP_ALIVE_MS);
  const check = setInterval(() => {
    recheck().catch((error: unknown) => {
      // An overloaded or unavailable database proves nothing about the credential.
      if (!(error instanceof Refusal) || error.status >= 429 || ended.signal.aborted) return;
      reason = 'unauthorised';
      writer.sendProblem('error', error);
      ended.abort();
    });
  }, RECHECK_MS);
  return {
    signal: ended.signal,
    reason: () => reason,
    close() {
      clearInterval(keepAlive);
      clearInterval(check);
      stopping.removeEventListener('abort', drain);
    },
  };
}
