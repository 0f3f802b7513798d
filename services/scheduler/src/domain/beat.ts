/** What becomes of a beat of the timer that is due. */
import type { CatchUp } from '@muster/contracts';
import type { SkipReason } from './reception.ts';
import { isLeftOut } from './schedule.ts';

export interface Beat {
  readonly catchUp: CatchUp;
  readonly skipWhenIdle: boolean;
  readonly nextDueAt: string;
  readonly now: string;
}

/** A reason to pass it over, or nothing. */
export function beatSkip(
  beat: Beat,
  { isWaiting, isIdle }: { readonly isWaiting: boolean; readonly isIdle: boolean },
): SkipReason | undefined {
  // A beat that nobody has taken yet tells the agent all that another one could.
  if (isWaiting) return 'beat_already_waiting';
  if (isLeftOut(beat.catchUp, beat.nextDueAt, beat.now)) return 'beat_missed';
  return beat.skipWhenIdle && isIdle ? 'nothing_to_do' : undefined;
}
