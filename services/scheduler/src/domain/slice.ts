/** Whether a run has used up what was reserved for it. */
import type { Usage } from '@muster/contracts';

/** A slice of 0 is no limit; an unknown price may be any. */
export const isUsedUp = (sliceCents: number, { costCents }: Usage): boolean =>
  sliceCents > 0 && (costCents === null || costCents >= sliceCents);
