/**
 * A model provider that is overloaded or away. All agents of the login wait, for as long as that lasts:
 * after each wait one run tries the provider alone, and the first success lets the others go on.
 */

/** An overload may be over in seconds; an outage of hours is noticed to be over in ten minutes. */
const WAIT_MAX_SECONDS = 600;
/**
 * A program that meets an outage says so within this time. One that works longer does not keep the others
 * from trying: its run may take hours.
 */
export const PROBE_SECONDS = 120;

/** After so many tries: 2, 10, 50, 250, 600 seconds, and no longer. */
export const outageWaitSeconds = (tries: number): number =>
  Math.min(2 * 5 ** Math.min(tries - 1, 10), WAIT_MAX_SECONDS);
