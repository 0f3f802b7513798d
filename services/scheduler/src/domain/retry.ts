/** A lost run is an accident of the machinery, so its work is taken up again, within bounds. */

/** Lost runs of one agent in the window of which each is retried; the next ones are not. */
export const RETRIES_MAX = 3;
export const RETRY_WINDOW_SECONDS = 600;

/** `lostInWindow` counts the run that was lost just now. */
export const retries = (lostInWindow: number): boolean => lostInWindow <= RETRIES_MAX;
