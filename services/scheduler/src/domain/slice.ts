/** The slice of a budget that is reserved for a run, and when the run has to ask for more. */
import type { Usage } from '@muster/contracts';

/** A reservation outlives its run by this long: the end of the run is booked against it. */
export const RESERVATION_MARGIN_SECONDS = 120;
/** Time that a run of a remote agent is offered before it has to be admitted again. */
export const OFFER_SECONDS = 600;
/** A remote agent that has not asked for so long is away: twice the longest wait of a request. */
export const LISTENING_SECONDS = 120;
/** Between two requests for a further reservation by a run that has used up its slice. */
export const RENEW_EVERY_SECONDS = 5;

/** A slice of 0 is no limit; an unknown price may be any. */
export const isSliceUsedUp = (sliceCents: number, { costCents }: Usage): boolean =>
  sliceCents > 0 && (costCents === null || costCents >= sliceCents);
