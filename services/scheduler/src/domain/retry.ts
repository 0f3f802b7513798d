/**
 * When a run is retried: it was lost, or the agent could not be called and may be available again
 * soon. Both have a limit.
 */

/** Lost or undelivered runs of one agent in the window; more than these are not retried. */
export const RETRIES_MAX = 3;
export const RETRY_WINDOW_SECONDS = 600;

/** The next run begins a new session: if that one is unknown too, the program forgets its sessions. */
const FRESH_SESSIONS_MAX = 1;
export const SESSION_UNKNOWN = 'session_unknown';

/** `lostInWindow` includes the run that was lost just now. */
export const isRetryable = (lostInWindow: number, errorCode: string | null): boolean =>
  lostInWindow <= (errorCode === SESSION_UNKNOWN ? FRESH_SESSIONS_MAX : RETRIES_MAX);

/** The agent answered with an error, its model provider was busy, or its session was gone. */
export const UNDELIVERED = ['agent_refused', 'provider_busy', SESSION_UNKNOWN] as const;
const undelivered: ReadonlySet<string | null> = new Set(UNDELIVERED);

/** Whether the agent has not begun with its run: it was not reached, or could not work. */
export const isUndelivered = (errorCode: string | null): boolean =>
  undelivered.has(errorCode) || errorCode?.startsWith('egress_') === true;

/** Delay before an agent that did not accept its run is called again: 2, 10, 50 seconds. */
export const retryDelaySeconds = (lostInWindow: number): number => 2 * 5 ** (lostInWindow - 1);
