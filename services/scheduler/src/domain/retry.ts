/**
 * A lost run is an accident of the machinery, and an agent that could not be called may be there in
 * a moment: their work is taken up again, within bounds.
 */

/** Such runs of one agent in the window of which each is retried; the next ones are not. */
export const RETRIES_MAX = 3;
export const RETRY_WINDOW_SECONDS = 600;

/** `lostInWindow` counts the run that was lost just now. */
export const retries = (lostInWindow: number): boolean => lostInWindow <= RETRIES_MAX;

/** Whether the agent never got its run: what it answered, or why nothing reached it. */
export const isUndelivered = (errorCode: string | null): boolean =>
  errorCode === 'agent_refused' || errorCode?.startsWith('egress_') === true;

/** Between calls of an agent that does not take its run: two seconds, ten, fifty. */
export const callAgainSeconds = (lostInWindow: number): number => 2 * 5 ** (lostInWindow - 1);
