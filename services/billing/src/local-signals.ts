/** Signals from a commit to the metrics of the same running service. */
import { EventEmitter } from 'node:events';

interface Signals {
  /** Cents were charged for tokens whose price is unknown. */
  unknownCharged: [costCents: number];
}

/** What operations, reactions and background work of one running billing service share in memory. */
export interface BillingParts {
  readonly signals: EventEmitter<Signals>;
}

export const openParts = (): BillingParts => ({ signals: new EventEmitter<Signals>() });
