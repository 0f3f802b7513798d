/**
 * When wake-ups go round in circles. Each carries the first cause of its chain and how many runs
 * lie between; a circle shows by a chain that grows and grows, or by one cause coming back to one
 * agent again and again.
 */
import type { RunSource } from '@muster/contracts';

/** Runs between the first cause and a wake-up; honest work is passed on a few times. */
export const HOPS_MAX = 8;
/** Wake-ups of one agent by one cause in the window. */
export const WAKES_PER_CAUSE_MAX = 12;
export const STORM_WINDOW_SECONDS = 600;

/**
 * Not counted by cause: a manager that hands out twenty issues in one run makes no circle. Issues
 * that go round in one are found by the length of their chain.
 */
export const UNCOUNTED: readonly RunSource[] = ['assignment', 'timer', 'retry'];

export type StormSign = 'too_many_hops' | 'too_many_wakes';

/** `wakesByCause` counts this one, of this agent by this root in the window. */
export function stormSign(hops: number, wakesByCause: number): StormSign | undefined {
  if (hops > HOPS_MAX) return 'too_many_hops';
  return wakesByCause > WAKES_PER_CAUSE_MAX ? 'too_many_wakes' : undefined;
}
