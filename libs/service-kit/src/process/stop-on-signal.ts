/** The orderly end of a process that was started: on SIGTERM or SIGINT, in a bounded time. */

/** Longest time that an orderly stop may take; then the process exits. */
export const STOP_MAX_MS = 25_000;

export interface Stopping {
  /** Whether a signal has asked the process to stop. */
  readonly begun: boolean;
}

/** Exits with 0 when `stop` has resolved, and with 1 where it failed or took too long. */
export function stopOnSignal(stop: () => Promise<void>): Stopping {
  const stopping = { begun: false };
  const onSignal = (): void => {
    if (stopping.begun) return;
    stopping.begun = true;
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return stopping;
}
