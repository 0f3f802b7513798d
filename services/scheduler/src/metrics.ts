/** What the scheduler measures beside what every service does. */
import { metricSpecs } from '@muster/service-kit';

export const schedulerMetrics = metricSpecs({
  leaves: {
    type: 'counter',
    name: 'muster_run_leaves_total',
    help: 'Leave to start a run, as agents and billing gave it; `later` where they did not answer.',
    labels: { answer: ['granted', 'refused', 'never', 'later'] },
  },
});
