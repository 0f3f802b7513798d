/** The metrics of billing itself. */
import { metricSpecs } from '@muster/service-kit';

export const billingMetrics = metricSpecs({
  unbalanced: {
    type: 'counter',
    name: 'muster_cost_totals_mismatched_total',
    formerly: 'muster_books_unbalanced_total',
    help: 'Cost totals that the budget audit found to differ from the booked costs.',
  },
  unknownCents: {
    type: 'counter',
    name: 'muster_cost_unknown_cents_total',
    help:
      'Cents charged for tokens whose price is unknown, also where the end of the run has named a ' +
      'price and they were taken back.',
  },
});
