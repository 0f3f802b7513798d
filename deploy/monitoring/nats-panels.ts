/** Panels of the NATS servers, from what is read at their monitoring ports. */
import { rateBy, rateOf, type Panel } from './panels.ts';

const byServer = (metric: string) => ({
  expr: `max by (instance) (${metric})`,
  legend: '{{instance}}',
});

export const natsPanels: readonly Panel[] = [
  { title: 'Servers that answer', unit: 'short', queries: [byServer('muster_nats_up')] },
  {
    title: 'Messages by direction',
    unit: 'ops',
    queries: [rateBy('muster_nats_messages_total', 'direction')],
  },
  {
    title: 'Bytes by direction',
    unit: 'Bps',
    queries: [rateBy('muster_nats_bytes_total', 'direction')],
  },
  {
    title: 'Connections the server gave up',
    unit: 'ops',
    queries: [
      rateOf('muster_nats_slow_consumers_total', 'did not take their messages'),
      rateOf('muster_nats_stale_connections_total', 'did not answer pings'),
    ],
  },
  { title: 'Connected clients', unit: 'short', queries: [byServer('muster_nats_connections')] },
  {
    title: 'Routes to other servers',
    unit: 'short',
    queries: [byServer('muster_nats_routes')],
  },
  { title: 'Memory of the server', unit: 'bytes', queries: [byServer('muster_nats_memory_bytes')] },
  { title: 'Cores in use', unit: 'short', queries: [byServer('muster_nats_cpu_cores')] },
  {
    title: 'Age of the configuration that the server has read',
    unit: 's',
    queries: [byServer('time() - muster_nats_config_load_time_seconds')],
  },
];
