/** The alerts about the NATS servers. Those about events watch what matters to users; these name the cause. */
import { over, type Alert } from './alert.ts';

const leaders = 'sum(muster_nats_stream_leaders)';
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
    name: 'MusterNatsStreamWithoutLeader',
    severity: 'ticket',
    for: '5m',
    expr: `${leaders} == 0`,
    watches: [leaders],
    summary: 'No NATS server leads the event stream, so it takes no events',
  },
  {
    name: 'MusterNatsReplicasLagging',
    severity: 'ticket',
    for: '10m',
    ...over('sum(muster_nats_stream_replicas_lagging)', 0),
    summary: '{{ $value }} copies of the event stream are offline or lagging',
  },
  {
    name: 'MusterNatsDiskFull',
    severity: 'ticket',
    for: '5m',
    ...over('max by (instance) (muster_nats_storage_bytes / muster_nats_storage_bytes_max)', 0.8),
    summary:
      'JetStream uses {{ $value | humanizePercentage }} of its disk beside {{ $labels.instance }}',
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
