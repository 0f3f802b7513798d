/**
 * Detects wake-ups that go round in circles. A wake-up carries the root cause of its chain and the
 * number of runs since (hops). A circle shows as a chain that keeps growing, or as one root cause
 * that wakes one agent again and again.
 */
import type { RunSource } from '@muster/contracts';

/** Runs between the root cause and a wake-up; ordinary work is passed on a few times. */
export const HOPS_MAX = 8;
/** Wake-ups of one agent by one root cause in the window. */
export const WAKES_PER_CAUSE_MAX = 12;
export const STORM_WINDOW_SECONDS = 600;

/**
 * Sources that are not counted per root cause: a manager that assigns twenty issues in one run
 * makes no circle. Issues that circle are found by the length of their chain.
 */
export const UNCOUNTED_SOURCES: readonly RunSource[] = ['assignment', 'timer', 'retry'];

/** The same for reviews and questions: a manager answers twenty in one run, or is asked as many. */
export const UNCOUNTED_REASONS: readonly string[] = [
  'review_requested',
  'reviewed',
  'question_asked',
  'question_answered',
  'question_expired',
];

export type StormSign = 'too_many_hops' | 'too_many_wakes';

/** `wakesByCause` counts wake-ups of this agent by this root in the window, this one included. */
export function stormSign(hops: number, wakesByCause: number): StormSign | undefined {
  if (hops > HOPS_MAX) return 'too_many_hops';
  return wakesByCause > WAKES_PER_CAUSE_MAX ? 'too_many_wakes' : undefined;
}
