/** What billing measures beside what every service does. */
import { metricSpecs } from '@muster/service-kit';

export const billingMetrics = metricSpecs({
  unbalanced: {
    type: 'counter',
    name: 'muster_books_unbalanced_total',
    help: 'Sums of money that were found to differ from the costs booked.',
  },
});
