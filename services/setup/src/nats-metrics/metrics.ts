/** The metrics of one NATS server, as its monitoring port reports them. */
import { metricSpecs } from '@muster/service-kit/program';

export const natsMetrics = metricSpecs({
  up: {
    type: 'gauge',
    name: 'muster_nats_up',
    help: '1 if the server answers at its monitoring port, else 0; its other metrics then keep their last values.',
  },
  connections: {
    type: 'gauge',
    name: 'muster_nats_connections',
    help: 'Connected clients.',
  },
  routes: {
    type: 'gauge',
    name: 'muster_nats_routes',
    help: 'Connections to the other servers of the cluster.',
  },
  memory: {
    type: 'gauge',
    name: 'muster_nats_memory_bytes',
    help: 'Memory of the server.',
  },
  cpu: {
    type: 'gauge',
    name: 'muster_nats_cpu_cores',
    help: 'Processor cores that the server uses.',
  },
  messages: {
    type: 'counter',
    name: 'muster_nats_messages_total',
    help: 'Messages received from clients and servers, and sent to them.',
    labels: { direction: ['in', 'out'] },
  },
  bytes: {
    type: 'counter',
    name: 'muster_nats_bytes_total',
    help: 'Bytes of these messages.',
    labels: { direction: ['in', 'out'] },
  },
  slowConsumers: {
    type: 'counter',
    name: 'muster_nats_slow_consumers_total',
    help: 'Connections that the server has closed because they did not take their messages.',
  },
  staleConnections: {
    type: 'counter',
    name: 'muster_nats_stale_connections_total',
    help: 'Connections that the server has closed because they did not answer its pings.',
  },
  configLoaded: {
    type: 'gauge',
    name: 'muster_nats_config_load_time_seconds',
    help: 'Unix time at which the server has last read its configuration.',
  },
});
