import { CENTS_MAX } from '../vocabulary.ts';

/** The monthly limit after a raise. A raise sets no limit where there is none, which is 0. */
export const raisedLimit = (limitCents: number, amountCents: number): number =>
  limitCents === 0 ? 0 : Math.min(limitCents + amountCents, CENTS_MAX);
