/** How long a runner takes to stop. What starts it waits that long before it kills it. */

/** For programs to finish; `DRAIN_SECONDS` may be less. */
export const DRAIN_SECONDS_MAX = 20;
/** For programs that are asked to end then. */
export const ENDING_SECONDS = 2;
/** After the programs have ended: for schedulers to record it. */
export const LAST_WORDS_SECONDS = 2;

export const STOP_SECONDS_MAX = DRAIN_SECONDS_MAX + ENDING_SECONDS + LAST_WORDS_SECONDS;
