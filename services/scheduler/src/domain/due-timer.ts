/** Whether a due timer is fired or skipped. */
import type { CatchUp } from '@muster/contracts';
import type { SkipReason } from './wakes/wake-admission.ts';
import { isMissed } from './schedule.ts';

export interface DueTimerState {
  readonly catchUp: CatchUp;
  readonly nextDueAt: string;
  readonly now: string;
  /** A wake-up of the timer waits already; another one would tell the agent nothing new. */
  readonly isWaiting: boolean;
  /** Configured to be skipped when idle, without work and without waiting wake-ups. */
  readonly isIdle: boolean;
}

/** The reason to skip it, or nothing. */
export function timerSkipReason(timer: DueTimerState): SkipReason | undefined {
  if (timer.isWaiting) return 'beat_already_waiting';
  if (isMissed(timer.catchUp, timer.nextDueAt, timer.now)) return 'beat_missed';
  return timer.isIdle ? 'nothing_to_do' : undefined;
}
