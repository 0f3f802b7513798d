/** The metrics of billing itself. */
import { metricSpecs } from '@muster/service-kit';

export const billingMetrics = metricSpecs({
  unbalanced: {
    type: 'counter',
    name: 'muster_cost_totals_mismatched_total',
    formerly: 'muster_books_unbalanced_total',
    help: 'Cost totals that the budget audit found to differ from the booked costs.',
  },
});
