/** The metrics of one NATS server, as its monitoring port reports them. */
import { serviceNames } from '@muster/contracts/define';
import { metricSpecs } from '@muster/service-kit/program';

const consumer = serviceNames;

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
  storage: {
    type: 'gauge',
    name: 'muster_nats_storage_bytes',
    help: 'Disk that JetStream uses on the server.',
  },
  storageMax: {
    type: 'gauge',
    name: 'muster_nats_storage_bytes_max',
    help: 'Limit on that disk.',
  },
  apiErrors: {
    type: 'counter',
    name: 'muster_nats_jetstream_api_errors_total',
    help: 'Requests to the JetStream API that the server has refused.',
  },
  streamMessages: {
    type: 'gauge',
    name: 'muster_nats_stream_messages',
    help: 'Messages in the event stream; 0 on servers that do not lead it.',
  },
  streamBytes: {
    type: 'gauge',
    name: 'muster_nats_stream_bytes',
    help: 'Bytes of these messages.',
  },
  streamLeaders: {
    type: 'gauge',
    name: 'muster_nats_stream_leaders',
    help: 'Event streams that the server leads. The sum over all servers is 1 while the stream takes events.',
  },
  replicasLagging: {
    type: 'gauge',
    name: 'muster_nats_stream_replicas_lagging',
    help: 'Copies of the event stream on other servers that are offline or not current, as its leader sees them.',
  },
  pending: {
    type: 'gauge',
    name: 'muster_nats_consumer_pending',
    help: 'Events that the consumers of a service have not been given yet, by service; 0 on servers that do not lead them.',
    labels: { consumer },
  },
  unacknowledged: {
    type: 'gauge',
    name: 'muster_nats_consumer_ack_pending',
    help: 'Events that the service has been given and has not acknowledged.',
    labels: { consumer },
  },
});
