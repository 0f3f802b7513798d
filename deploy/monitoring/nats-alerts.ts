/** The alerts about the NATS servers. Those about events watch what matters to users; these name the cause. */
import { over, type Alert } from './alert.ts';

const answers = 'min by (instance) (muster_nats_up)';

export const natsAlerts: readonly Alert[] = [
  {
    name: 'MusterNatsNotAnswering',
    severity: 'ticket',
    for: '2m',
    expr: `${answers} == 0`,
    watches: [answers],
    summary: 'The NATS server beside {{ $labels.instance }} does not answer',
  },
  {
    name: 'MusterNatsSlowConsumers',
    severity: 'ticket',
    for: '0m',
    ...over('sum by (instance) (increase(muster_nats_slow_consumers_total[15m]))', 0),
    summary:
      'NATS beside {{ $labels.instance }} has closed connections that did not take their messages',
  },
];
