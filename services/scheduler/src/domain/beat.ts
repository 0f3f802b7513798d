/** What becomes of a beat of the timer that is due. */
import type { CatchUp } from '@muster/contracts';
import type { SkipReason } from './reception.ts';
import { isLeftOut } from './schedule.ts';

export interface Beat {
  readonly catchUp: CatchUp;
  readonly nextDueAt: string;
  readonly now: string;
  /** A beat that nobody has taken yet tells the agent all that another one could. */
  readonly isWaiting: boolean;
  /** Configured to be passed over, with nothing to do and nothing to read. */
  readonly isIdle: boolean;
}

/** A reason to pass it over, or nothing. */
export function beatSkip(beat: Beat): SkipReason | undefined {
  if (beat.isWaiting) return 'beat_already_waiting';
  if (isLeftOut(beat.catchUp, beat.nextDueAt, beat.now)) return 'beat_missed';
  return beat.isIdle ? 'nothing_to_do' : undefined;
}
