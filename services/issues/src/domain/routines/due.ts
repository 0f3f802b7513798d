/** What becomes of the moments that have come: which is made up for, and which are left out. */
import { NO_END, type RoutineCatchUp, type RoutineClock } from '@muster/contracts';
import { lastMoments, moments } from './moments.ts';

/** A moment that is seen so late has missed it: the sweep comes each second, and a restart takes less. */
const LATE_MS = 300_000;

export interface Due {
  readonly clock: RoutineClock;
  readonly catchUp: RoutineCatchUp;
  readonly catchUpCap: number;
  /** The first moment that nothing has been decided about. */
  readonly nextFireAt: string;
}

export interface DecidedMoments {
  /** The first and the last of those that are left out. */
  readonly leftOut: { readonly from: string; readonly to: string } | null;
  /** The moment that is decided now; what comes after it is decided next. */
  readonly fire: string | null;
  readonly next: string | null;
}

/** The first of the moments that fire, as each is a transaction; asked again, it goes on with the next one. */
export function decideDue(
  { clock, catchUp, catchUpCap, nextFireAt }: Due,
  now: string,
): DecidedMoments {
  const cap = catchUp === 'all' ? catchUpCap : 1;
  const range = { after: justBefore(nextFireAt), until: now };
  // One more than may fire: the last that is left out.
  const last = lastMoments(clock, range, cap + 1);
  const isMissed = catchUp === 'none' && Date.parse(now) - Date.parse(last.at(-1) ?? now) > LATE_MS;
  const [fire = null] = isMissed ? [] : last.slice(-cap);
  const omitted = isMissed ? last : last.slice(0, -cap);
  const to = omitted.at(-1);
  const [next = null] = moments(clock, { after: fire ?? now, until: NO_END }, 1);
  return { leftOut: to === undefined ? null : { from: nextFireAt, to }, fire, next };
}

const justBefore = (moment: string): string => new Date(Date.parse(moment) - 1).toISOString();

export const nextAfter = (clock: RoutineClock, now: string): string | null =>
  moments(clock, { after: now, until: NO_END }, 1)[0] ?? null;

/** An interval without a beginning begins now. */
export const anchored = (clock: RoutineClock, now: string): RoutineClock =>
  clock.kind === 'interval' && clock.from === undefined ? { ...clock, from: now } : clock;
