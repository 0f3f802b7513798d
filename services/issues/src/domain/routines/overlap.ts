/** What a moment does while the last issue of its routine is open. */
import type { FiringCause, FiringOutcome, RoutineOverlap } from '@muster/contracts';

/** `replace`: the open issue is cancelled, and the firing makes another. */
export type Overlapped = Extract<FiringOutcome, 'fired' | 'queued' | 'skipped'> | 'replace';

interface Overlapping {
  readonly overlap: RoutineOverlap;
  readonly isOpen: boolean;
  readonly queued: number;
  readonly queuedMax: number;
  readonly cause: FiringCause;
}

export function decideOverlap({
  overlap,
  isOpen,
  queued,
  queuedMax,
  cause,
}: Overlapping): Overlapped {
  if (overlap === 'together') return 'fired';
  if (overlap === 'queue') {
    if (!isOpen && queued === 0) return 'fired';
    return queued < queuedMax ? 'queued' : 'skipped';
  }
  // Who makes up for moments wants an issue of each of them.
  if (!isOpen || cause === 'backfill') return 'fired';
  return overlap === 'skip' ? 'skipped' : 'replace';
}
