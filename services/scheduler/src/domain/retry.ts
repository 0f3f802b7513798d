/**
 * When a run is retried: it was lost, or the agent could not be called and may be available again
 * soon. Both have a limit.
 */

/** Lost or undelivered runs of one agent in the window; more than these are not retried. */
export const RETRIES_MAX = 3;
export const RETRY_WINDOW_SECONDS = 600;

/** `lostInWindow` includes the run that was lost just now. */
export const isRetryable = (lostInWindow: number): boolean => lostInWindow <= RETRIES_MAX;

/** Whether the agent never received its run: it answered with an error, or was not reached. */
export const isUndelivered = (errorCode: string | null): boolean =>
  errorCode === 'agent_refused' || errorCode?.startsWith('egress_') === true;

/** Delay before an agent that did not accept its run is called again: 2, 10, 50 seconds. */
export const retryDelaySeconds = (lostInWindow: number): number => 2 * 5 ** (lostInWindow - 1);
