/** Panels of the NATS servers, from what is read at their monitoring ports. */
import { rateBy, rateOf, type Panel } from './panels.ts';

const byServer = (metric: string) => ({
  expr: `max by (instance) (${metric})`,
  legend: '{{instance}}',
});

export const natsPanels: readonly Panel[] = [
  { title: 'Servers that answer', unit: 'short', queries: [byServer('muster_nats_up')] },
  {
    title: 'Servers that lead the event stream, copies that lag',
    unit: 'short',
    queries: [
      { expr: 'sum(muster_nats_stream_leaders)', legend: 'leaders' },
      { expr: 'sum(muster_nats_stream_replicas_lagging)', legend: 'copies that lag' },
    ],
  },
  {
    title: 'Disk of JetStream, used share',
    unit: 'percentunit',
    queries: [byServer('muster_nats_storage_bytes / muster_nats_storage_bytes_max')],
  },
  {
    title: 'Events in the stream',
    unit: 'short',
    queries: [{ expr: 'max(muster_nats_stream_messages)', legend: 'events' }],
  },
  {
    title: 'Size of the stream',
    unit: 'bytes',
    queries: [{ expr: 'max(muster_nats_stream_bytes)', legend: 'size' }],
  },
  {
    title: 'Events that a service has not been given, by service',
    unit: 'short',
    queries: [{ expr: 'sum by (consumer) (muster_nats_consumer_pending)', legend: '{{consumer}}' }],
  },
  {
    title: 'Events that a service has not acknowledged, by service',
    unit: 'short',
    queries: [
      { expr: 'sum by (consumer) (muster_nats_consumer_ack_pending)', legend: '{{consumer}}' },
    ],
  },
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
    title: 'Connections the server gave up, refused JetStream requests',
    unit: 'ops',
    queries: [
      rateOf('muster_nats_slow_consumers_total', 'did not take their messages'),
      rateOf('muster_nats_stale_connections_total', 'did not answer pings'),
      rateOf('muster_nats_jetstream_api_errors_total', 'refused JetStream requests'),
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
